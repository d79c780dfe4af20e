; Overlapping names, and what shares the register of a constant.
.alias opos o0 as position
.alias ocol o1.xyz as color
.alias matrix c0-c3
.alias row c2 ;~ without-table-entry
.alias rows c1-c2 ;~ without-table-entry
.alias beyond c3-c5 ;~ without-table-entry
.alias matrix_again matrix.zyx ;~ without-table-entry
.alias flags b4-b6
.alias flag b5 ;~ without-table-entry
.alias counts i1-i2
.alias set c8
.alias k c8 as (0.5, 1., .25, 1e-3)
.alias number c9 as (+1, -2, 00.5, 1.5E2)
.alias own c10 as (inf, -inf, 1, 2)
.alias count i0 as (1.9, 0, 2, 0)
.alias on b0 as 1
.alias off b1 as (0)
main:
	mov r0, row
	add r0, rows[1], r0
	add r0, beyond[1], r0
	add r0.xyz, matrix_again, r0.xyz
	add r0, k, r0
	add r0, c9, r0
	add r0, own, r0
	add r0, number, r0
	loop count
		add r0, r0, r0
		nop
	endloop
	loop counts[1].xy
		add r0, r0, r0
		nop
	endloop
	if on
		mov r0, set
	endif
	if flag
		add r0, r0, r0
	endif
	if flags[2]
		add r0, r0, r0
	else
		nop
	endif
	if off
		add r0, matrix[6], r0
	endif
	mov opos, r0
	mov ocol, r0.xyz
	end
