; All instructions that compute.
	.out o0, result.position, 0xF
	.vsh main, done
main:
	add r0, c0, v0 (0)
	mul r1, c1, v0 (0)
	max r2, v0, r1 (0)
	min r3, v0, r1 (0)
	dp3 r4, c0, v0 (1)
	dp4 r4, c0, v0 (1)
	dph r4, c0, v0 (1)
	sge r5, c0, v0 (0)
	slt r6, c0, v0 (0)
	op4 r7, c0, v0 (2)
	dphi r4, v0, c0 (1)
	sgei r5, v0, c0 (0)
	slti r6, v0, c0 (0)
	op19 r7, v0, c0 (2)
	mov r8, c0 (0)
	flr r8, v0 (3)
	rcp r9, v0 (3)
	rsq r9, v0 (4)
	ex2 r9, v0 (5)
	lg2 r9, v0 (5)
	op7 r10, v0 (5)
	mova r0, v0 (0)
	mov r8, v0 (0)
	mova r0, v0 (6)
	mad r11, v0, c0, r1 (7)
	madi r11, v0, r1, c0 (7)
	cmp c0, eq, ne, v0 (0)
	cmp v0, LT, le, r0 (5)
	cmp v0, gt, ge, r0 (5)
	mov o0, r0 (0)
	nop
	end
done:
	.opdesc xyzw, xyzw, xyzw, xyzw
	.opdesc x___, xyzw, wzyx
	.opdesc _yz_, xxyy, -xyzw
	.opdesc _y_w, zyxw
	.opdesc _y__, -wzyx
	.opdesc xyz_, yyyy, wzyx
	.opdesc x_zw, wwww
	.opdesc _yzw, -xyzw, wzyx, -xxxx
