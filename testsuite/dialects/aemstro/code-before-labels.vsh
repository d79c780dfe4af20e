; Code above all labels is a procedure of its own, and its name is free.
	.out o0, result.position, 0xF
	.vsh main, done
	nop
	end
main:
	call code, more
	mov o0, v0 (0)
	end
done:
code:
	mov r0, v0 (0)
	nop
more:
.opdesc xyzw, xyzw, xyzw, xyzw
