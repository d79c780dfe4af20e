; Indices that aemstro or the console ignores.
	.out o0, result.position, 0xF
	.vsh main, done
main:
	mova r0, v0 (0)
	mad r0, v0, c0[a0.x], r1 (0) ;~ index-without-effect
	madi r0, v0, r1, c0[a0.y] (0) ;~ index-without-effect
	cmp c0[aL], eq, eq, r1 (0) ;~ index-without-effect
	dphi r0, v0, c0[a0.x] (0) ;~ index-without-effect
	sgei r0, v0, c0[a0.x] (0) ;~ index-without-effect
	slti r0, v0, c0[a0.x] (0) ;~ index-without-effect
	op19 r0, v0, c0[a0.x] (0)
	mov r0, v0[a0.x] (0) ;~ index-without-effect
	mov o0, r0 (0)
	end
done:
.opdesc xyzw, xyzw, xyzw, xyzw
