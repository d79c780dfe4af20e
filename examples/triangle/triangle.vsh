; A triangle with a colour at each corner: the smallest shader that is of use.
;
; The vertex goes through one matrix, the colour goes through untouched.
;
; Attributes of a vertex, in this order:
;   v0  position, 3 floats
;   v1  colour, 3 or 4 floats or normalised bytes

; ---- Uniforms: the program sets them by name ----

; A matrix takes one register for each row.
.fvec projection[4]

; ---- Constants: they are part of the shader file ----

.constf numbers(0.0, 1.0, 0.0, 0.0)
.alias one numbers.yyyy

; ---- Inputs and outputs ----

; Without a register behind the name, inputs get v0, v1, ... in order.
.in inPosition
.in inColor

; The same for outputs: o0, o1, ... The second word says what the rasteriser takes the output for.
.out outPosition position
.out outColor color

; ---- Code ----

.proc main
	; The vertex has three components only; the fourth has to be 1, or the matrix would not move it.
	; Inputs cannot be written to, so the vertex is first copied to a temporary register.
	mov r0.xyz, inPosition
	mov r0.w, one

	; Row times vector: a dot product for each component.
	;
	; Each component of each output is written exactly once. To write one twice, or never, can freeze the
	; console.
	dp4 outPosition.x, projection[0], r0
	dp4 outPosition.y, projection[1], r0
	dp4 outPosition.z, projection[2], r0
	dp4 outPosition.w, projection[3], r0

	mov outColor, inColor

	; Without `end` the console would run on into whatever is behind.
	end
.end
