; Sums as indices: several numbers, with and without an address register, and up to the last register.
.alias opos o0 as position
.alias table c8-c11
main:
	mov r0, table[1 + 2]
	add r0, table[3 - 2 + 1], r0
	add r0, table[a0 + 1 + 1], r0
	add r0, table[1 + a1 - 1], r0
	add r0, table[lcnt], r0
	add r0, c95[0], r0
	add r0, c94[1], r0
	mov r1[2], v0
	mov opos, r0
	end
