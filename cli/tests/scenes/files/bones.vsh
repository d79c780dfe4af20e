; Two bones of three rows each, and a third that all vertices pass at last.
.fvec bones[9] c0
.constf one(0.0, 0.0, 0.0, 1.0)
.in inPosition
.in inBone
.in inColor
.out outPosition position
.out outColor color
.proc main
	mova a0.x, inBone.x
	dph r0.x, inPosition, bones[a0.x]
	dph r0.y, inPosition, bones[a0.x + 1]
	dph r0.z, inPosition, bones[a0.x + 2]
	dph outPosition.x, r0, bones[6]
	dph outPosition.y, r0, bones[7]
	dph outPosition.z, r0, bones[8]
	mov outPosition.w, one.w
	mov outColor, inColor
	end
.end
