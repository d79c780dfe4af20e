; A loop without words.
	.out o0, result.position, 0xF
	.vsh main, done
main:
	loop a, i0
	a:
	mov o0, v0 (0)
	end
done:
.opdesc xyzw, xyzw, xyzw, xyzw
