; Descriptors with fewer sources, with signs, and with other characters in the mask; several instructions name the same one.
	.out o0, result.position, 0xF
	.vsh main, done
main:
	add r0, v0, r1 (0)
	add r0, v0, r1 (0x1)
	add r0, v0, r1 (2)
	mad r0, v0, r1, r2 (2)
	mad r0, v0, r1, r2 (3)
	dp3 r0, v0, r1 (3)
	dph r0, v0, r1 (3)
	dphi r0, v0, c1 (3)
	op7 r0, v0 (4)
	rcp r0, v0 (4)
	mov o0, r0 (5)
	end
done:
	.opdesc xyzw
	.opdesc 1_1_, wzyx
	.opdesc _y__, -wzyx, -yyyy
	.opdesc xyz_, -wzyx, yyyy, -zzzz
	.opdesc _YZ_, yxwz, -wxyz
	.opdesc ++++, xyzw
