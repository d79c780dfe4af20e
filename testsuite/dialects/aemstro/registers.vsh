; Registers by name and by field, and what aemstro takes for another one.
	.out o0, result.position, 0xF
	.out o6, result.color, 15
	.vsh main, done
main:
	mov d0F, d0F (0)
	mov d1f, d10 (0)
	mov r015, d7F (0)
	mov r1, c95 (0)
	add o0, d20, r15 (0)
	dphi r2, v0, d25 (0)
	mov v3, o4 (0) ;~ dialect-quirk
	mov r3, c8[2] (0)
	mov r4, v0[0x3] (0)
	mov r5, c8[aL] (0)
	mov r6, d28[a0.y] (0)
	end
done:
.opdesc xyzw, xyzw, xyzw, xyzw
