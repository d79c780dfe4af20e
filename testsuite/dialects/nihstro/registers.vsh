; The first and the last register of each kind.
.alias opos o0 as position
main:
	mov r0, v0
	mov r15, v15
	add r0, c0, r0
	add r15, c95, r15
	mov o15, r15
	loop i0
		add r0, r0, r0
		nop
	endloop
	loop i3
		add r0, r0, r0
		nop
	endloop
	if b0
		mov r1, r0
	endif
	if b15
		mov r1, r0
	endif
	mov opos, r0
	end
