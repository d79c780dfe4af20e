; Uniforms where an instruction has no place for them.
	.out o0, result.position, 0xF
	.vsh main, done
main:
	add r0, v0, c1 (0) ;~ uniform-placement
	add r0, c0, d21 (0) ;~ uniform-placement
	op4 r0, v0, c0 (0) ;~ uniform-placement
	dphi r0, c0, v0 (0) ;~ uniform-placement
	op19 r0, d20, c1 (0) ;~ uniform-placement
	mad r0, v0, r0, c0 (0) ;~ uniform-placement
	mad r0, c0, c1, r0 (0) ;~ uniform-placement
	madi r0, v0, c1, r0 (0) ;~ uniform-placement
	madi r0, c0, r0, c1 (0) ;~ uniform-placement
	cmp v0, eq, eq, c0 (0) ;~ uniform-placement
	mov c0, v0 (0) ;~ uniform-placement
	end
done:
.opdesc xyzw, xyzw, xyzw, xyzw
