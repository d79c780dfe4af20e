; Without .vsh, the shader starts at word 0.
	.out o0, result.position, 0xF
; the code
	mov o0, v0 (0)
main:
	end
.opdesc xyzw, xyzw, xyzw, xyzw
