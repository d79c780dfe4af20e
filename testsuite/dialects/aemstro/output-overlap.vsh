; A component with two properties.
	.out o0, result.color, 1
	.out o0, result.position, 0xF ;~ property-overlap
