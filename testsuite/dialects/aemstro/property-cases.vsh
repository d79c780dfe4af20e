; Properties in any letter case.
	.out o0, RESULT.position, 0xF
	.out o1, result.Color, 0xF
	.vsh main, done
main:
	mov o0, v0 (0)
	mov o1, v1 (0)
	end
done:
.opdesc xyzw, xyzw, xyzw, xyzw
