; Another shader on top of common.vsh: a mesh of one colour without light, for shadows and marked things.
;
; Attributes of a vertex:
;   v0  position, 3 floats

.entry flatMain

.fvec projection[4]
.fvec modelView[4]
.fvec meshColor

.in inPosition

.out outPosition position
.out outColor color

.proc flatMain
	call transform
	mov outPosition, r0
	mov outColor, meshColor
	end
.end
