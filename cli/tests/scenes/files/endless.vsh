.in inPosition
.out outPosition position
.out outColor color
.proc main
	mov outPosition, inPosition
	mov outColor, inPosition
again:
	cmp inPosition.x, eq, eq, inPosition.x
	jmpc cmp.x, again
	end
.end
