; The last .vsh counts.
	.out o0, result.position, 0xF
	.vsh a, b
	.vsh b, c ;~ dialect-quirk
a:
	nop
b:
	mov o0, v0 (0)
	end
c:
.opdesc xyzw, xyzw, xyzw, xyzw
