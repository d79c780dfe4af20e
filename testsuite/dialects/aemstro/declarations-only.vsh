; A file without code.
	.const c5, 1, 2, 3, 4
	.uniform c0, c3, projection
