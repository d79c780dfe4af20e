.in inPosition
.in inColor
.out outPosition dummy o0
.out outColor dummy o1
.proc main
	mov outPosition, inPosition
	mov outColor, inColor
	end
.end
