; Without .vsh, the label at word 0 gives the shader its name.
	.out o0, result.position, 0xF
start: ; here
	mov o0, v0 (0)
	emit
main:
	end
.opdesc xyzw, xyzw, xyzw, xyzw
