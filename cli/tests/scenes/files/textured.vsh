.in inPosition
.in inTexcoord
.in inColor
.out outPosition position
.out outTexcoord texcoord0.xy
.out outColor color
.proc main
	mov outPosition, inPosition
	mov outTexcoord.xy, inTexcoord
	mov outColor, inColor
	end
.end
