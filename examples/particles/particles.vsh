; Particles, first half: the vertex shader. The second half is particles.gsh.
;
; Each vertex is one particle. This shader brings its centre to view space; the geometry shader makes a
; square of it.
;
; Attributes of a vertex, in this order:
;   v0  centre, 3 floats
;   v1  colour, 4 floats or normalised bytes

.fvec modelView[4]

.constf numbers(0.0, 1.0, 0.0, 0.0)
.alias one numbers.yyyy

.in inCentre
.in inColor

; What a vertex shader hands to a geometry shader arrives there as v0, v1, ... in the order of the
; o-registers. The rasteriser sees only the geometry shader's outputs. So the property of these is
; `dummy`: the register counts as an output, and the rasteriser takes nothing from it.
.out outCentre dummy o0
.out outColor dummy o1

.proc main
	dph outCentre.x, inCentre, modelView[0]
	dph outCentre.y, inCentre, modelView[1]
	dph outCentre.z, inCentre, modelView[2]
	; The geometry shader does not look at w, but what is declared has to be written.
	mov outCentre.w, one

	mov outColor, inColor

	end
.end
