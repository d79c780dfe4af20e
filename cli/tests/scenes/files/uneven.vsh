; A vertex that is red takes 200 instructions more than others.
.consti many(199, 0, 1, 0)
.constf zero(0, 0, 0, 0)
.in inPosition
.in inColor
.out outPosition position
.out outColor color
.proc main
	mov outPosition, inPosition
	mov outColor, inColor
	mov r0, inColor
	cmp zero.xx, lt, lt, r0.xx
	ifc cmp.x
		for many
			nop
		.end
	.end
	end
.end
