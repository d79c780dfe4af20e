; The least: for what stands on the screen already.

.include "space.inc"

.in inPosition v0
.in inColor v1

.out outPosition position
.out outColor color

.proc main
	mov r0, inPosition
	project outPosition, r0
	mov outColor, inColor
	end
.end
