; Labels: with a digit first, repeated, in upper case, with the name of a uniform or of a register, and without a use.
	.out o0, result.position, 0xF
	.uniform c0, c0, Done
	.uniform c1, c1, func
	.vsh Main, DONE ;~ dialect-quirk
MAIN:
	call 1st, 2nd
	call func, r0
	call r0, last
unused:
twice: ;~ dialect-quirk
	nop
twice:
	mov o0, c1 (0)
	end
Done:
1st:
	mov r0, v0 (0)
2nd:
func:
	mov r1, v0 (0)
r0:
	mov r2, v0 (0)
last:
.opdesc xyzw, xyzw, xyzw, xyzw
