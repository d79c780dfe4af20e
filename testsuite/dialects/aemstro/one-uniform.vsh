; Two uniforms in one instruction, and fields from 20h where the format has a narrow place.
	.out o0, result.position, 0xF
	.vsh main, done
main:
	add r0, d20, d21 (0) ;~ uniform-placement
	dp4 r0, v0, d20 (0) ;~ uniform-placement
	sge r0, c0, c1 (0) ;~ uniform-placement
	sgei r0, d20, v0 (0) ;~ uniform-placement
	slti r0, c0, c1 (0) ;~ uniform-placement
	cmp d20, eq, eq, d21 (0) ;~ uniform-placement
	madi r0, c0, c1, r0 (0) ;~ uniform-placement
	mad r0, r1, c0, c1 (0) ;~ uniform-placement
	end
done:
.opdesc xyzw, xyzw, xyzw, xyzw
