.fvec projection[4]
.fvec shift
.ivec count
.bool bright
.in inPosition
.in inColor
.out outPosition position
.out outColor color
.out outExtra dummy o2
.proc main
	add r0, shift, inPosition
	dp4 outPosition.x, projection[0], r0
	dp4 outPosition.y, projection[1], r0
	dp4 outPosition.z, projection[2], r0
	dp4 outPosition.w, projection[3], r0
	mov outColor, inColor
	mov outExtra, inPosition
	for count
		nop
	.end
	ifu bright
		nop
		nop
	.end
	end
.end
