; A field from 20h as second source of the formats with a wide one, and as source 1 of all others.
	.out o0, result.position, 0xF
	.vsh main, done
main:
	dphi r0, v0, d20 (0)
	sgei r0, v0, d7F (0)
	slti r0, d1F, d21 (0)
	op19 r0, d0F, d22 (0)
	mad r0, v0, d23, r1 (0)
	madi r0, v0, r1, d24 (0)
	cmp d25, eq, ne, r1 (0)
	mova d00, d26 (0)
	mov d1F, d27 (0)
	op4 r0, d28, d10 (0)
	mad o0, r0, c95, v0 (0)
	madi o0, r0, v0, c95 (0)
	end
done:
.opdesc xyzw, xyzw, xyzw, xyzw
