; Particles, first half: brings the centre of each to view space. The second half is particles.gsh.

.include "space.inc"

.constf numbers(0.0, 1.0, 0.0, 0.0)

.in inCentre v0
.in inColor v1

.out outCentre dummy o0
.out outColor dummy o1

.proc main
	toView outCentre, inCentre
	mov outCentre.w, numbers.y
	mov outColor, inColor
	end
.end
