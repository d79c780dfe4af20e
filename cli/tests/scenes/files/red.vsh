.in inPosition
.in inTexcoord
.out outPosition position
.out outTexcoord texcoord0.xy
.out outColor color.x
.proc main
	mov outPosition, inPosition
	mov outTexcoord.xy, inTexcoord
	mov outColor.x, inPosition.w
	end
.end
