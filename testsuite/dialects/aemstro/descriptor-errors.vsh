; Descriptors that are wrong, or that there are not.
	.out o0, result.position, 0xF
	.vsh main, done
main:
	mov o0, v0 (8) ;~ no-such-descriptor
	mov o0, v0 (0)
	mov o0, v0 (1)
	mov o0, v0 (-1) ;~ not-in-dialect
	end
done:
	.opdesc xyz, xyzw ;~ not-in-dialect
	.opdesc xyzw, xyz ;~ not-in-dialect
	.opdesc xyzw, abcd ;~ not-in-dialect
	.opdesc xyzw, rgba ;~ not-in-dialect
	.opdesc äöü_, xyzw
