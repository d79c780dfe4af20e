; Particles, second half: a triangle around each centre.

.entry grow
; The uniforms that no file places itself go from this register on.
.gsh point c8

.include "space.inc"

.constfa corners[]
.constfa (-1.0, -1.0, 0.0, 0.0)
.constfa (1.0, -1.0, 0.0, 0.0)
.constfa (0.0, 1.0, 0.0, 0.0)
.end

.fvec size

.in inCentre v0
.in inColor v1

.out outPosition position
.out outColor color

.macro corner number
	mov r0, corners[\number]
	mul r0, size, r0
	add r0, r0, inCentre
	project outPosition, r0
	mov outColor, inColor
	emit
.endm

.proc grow
	setemit 0
	corner 0
	setemit 1
	corner 1
	setemit 2, prim
	corner 2
	end
.end
