; Uniforms that are none.
	.uniform v0, v1, pos ;~ uniform-kind
	.uniform c0, r1, mixed ;~ uniform-kind
	.uniform c3, c0, falling ;~ alias-range
