; Constants of all kinds.
	.const c0, 1.0, -2, .5, +1e3
	.const c1, inf, -Infinity, NaN, 1., more ;~ dialect-number
	.const c2, 1e20, -18446744073709551616, 0, 0 ;~ dialect-number
	.const i0, 1, 0x2, 0b11, 0o4
	.const i1, 256, -1, 3, 255 ;~ dialect-number
	.const b0, 1
	.const b15, 0
	.uniform c0, c0, one
	.uniform b0, b0, flag
	.out o0, result.position, 0xF
	.vsh main, done
main:
	mov o0, c0 (0)
	ifu e, e, b0
		mov o0, c2 (0)
	e:
	end
done:
.opdesc xyzw, xyzw, xyzw, xyzw
