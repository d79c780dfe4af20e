; A uniform as first factor: exchanged, with its sign and letters.
	.out o0, result.position, 0xF
	.vsh main, done
main:
	mad r0, c0, v0, r1 (0) ;~ cut-operand
	madi r0, c0, v0, r1 (0) ;~ cut-operand
	mad o0, r0, r1, v0 (0)
	end
done:
	.opdesc xyz_, -wzyx, xyzw, xxxx
