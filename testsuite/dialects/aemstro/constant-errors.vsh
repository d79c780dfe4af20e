; Constants with wrong values.
	.const c0, 1, 2, 3 ;~ constant-form
	.const c0, 1, 2, 3, x ;~ constant-form
	.const c0, 1, 2, 3, --4 ;~ constant-form
	.const i0, 1, 2, 3 ;~ constant-form
	.const i0, 1.5, 2, 3, 4 ;~ constant-form
	.const i0, 1, 2, 3, 256 ;~ constant-form
	.const b0 ;~ constant-form
	.const b0, 2 ;~ constant-form
	.const b0, true ;~ constant-form
