; Vertices and what follows them.
	.gsh main, done ;~ shader-number
main:
	setemit vtx0, false, false
	mov o0, v0 (0)
	emit
	SETEMIT VTX1, TRUE, FALSE
	mov o0, v0 (0)
	emit
	setemit vtx2, false, true
	mov o0, v0 (0)
	emit
	setemit vtx0, true, true
	mov o0, v0 (0)
	emit
	end
done:
	.opdesc xyzw, xyzw
	.out o0, result.position, 0xF
