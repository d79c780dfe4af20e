; Several lights, computed for each vertex in a loop; parts of the shader can be switched off.
;
; Attributes of a vertex, in this order:
;   v0  position, 3 floats
;   v1  normal, 3 floats
;   v2  colour, 4 floats or normalised bytes; needed only with the switch vertexColors

; ---- Uniforms ----

.fvec projection[4]
.fvec modelView[4]

; Four lights of two registers each, in view space:
;   lights[2n]     xyz: a place if w is 1; the direction towards the light if w is 0
;   lights[2n + 1] rgb: the colour; w: how fast it fades with the square of the distance, 0 for not at all
.fvec lights[8]

; The colour of the mesh where vertices have none.
.fvec material

; How many lights to run through: (number - 1, 0, 2, 0). For what these mean see the loop.
.ivec someLights

; Switches.
.bool lighting, vertexColors, everyLight

; ---- Values that are loaded along with the shader ----

; A program that does not care for these need not set them.
.setf material(1.0, 1.0, 1.0, 1.0)
.seti someLights(0, 0, 2, 0)
.setb lighting true
.setb vertexColors off
.setb everyLight off

; ---- Constants ----

.constf numbers(0.0, 1.0, 0.5, 0.0)
.alias zero numbers.xxxx
.alias one numbers.yyyy
.alias half numbers.zzzz

; Integer constants are for loops: (times - 1, first aL, step of aL, 0).
.consti allLights(3, 0, 2, 0)

; The light that comes from everywhere: from below, and what comes from above on top of that. An array of
; constants stands in registers one after the other.
.constfa ambient[]
.constfa (0.10, 0.08, 0.06, 0.0)
.constfa (0.10, 0.14, 0.22, 0.0)
.end

; ---- Inputs, outputs, temporaries ----

.in inPosition
.in inNormal
.in inColor

.out outPosition position
.out outColor color

.alias position r0
.alias normal r1
.alias light r2
.alias surface r3

; ---- Code ----

; Adds to `light` what comes from the light at lights[aL]. Changes r4 to r6.
.proc addLight
	; lights[aL] is needed three times, and an instruction reads only one float uniform: a copy.
	mov r4, lights[aL]
	; Towards the light: its place minus the vertex, or its direction as it is.
	mad r4.xyz, -r4.w, position, r4
	; The square of the distance in x, 1 / distance in y.
	dp3 r5.x, r4, r4
	rsq r5.y, r5.x
	mul r4.xyz, r4, r5.y

	; How much of it is left at this distance: 1 / (1 + w * distance * distance). The first `mad` has its
	; float uniform as third source.
	mov r6, lights[aL + 1]
	mad r5.x, r5.x, r6.w, one
	rcp r5.x, r5.x

	; How much the surface faces the light; not less than nothing.
	dp3 r5.y, r4, normal
	max r5.y, zero, r5.y

	mul r5.x, r5.x, r5.y
	mad light.xyz, r5.x, r6, light
.end

.proc main
	; ---- Position and normal in view space ----

	dph position.x, inPosition, modelView[0]
	dph position.y, inPosition, modelView[1]
	dph position.z, inPosition, modelView[2]

	dph outPosition.x, position, projection[0]
	dph outPosition.y, position, projection[1]
	dph outPosition.z, position, projection[2]
	dph outPosition.w, position, projection[3]

	dp3 normal.x, modelView[0], inNormal
	dp3 normal.y, modelView[1], inNormal
	dp3 normal.z, modelView[2], inNormal
	dp3 normal.w, normal, normal
	rsq normal.w, normal.w
	mul normal.xyz, normal, normal.w

	; ---- Colour of the surface ----

	; All vertices go the same way at an `ifu`: the program decides. (`ifc` decides for each vertex.)
	ifu vertexColors
		mov surface, inColor
	.else
		mov surface, material
	.end

	; ---- Light ----

	ifu lighting
		; Of the light from above, a surface gets all if it faces up (as the camera sees it), half if it
		; faces to the side, none if it faces down.
		add r4.x, one, normal.y
		mul r4.x, half, r4.x
		mov light.xyz, ambient[0]
		mad light.xyz, r4.x, ambient[1], light

		; aL goes 0, 2, 4, ...: to each light's first register.
		;
		; A `call` that ends a block and a block that ends in a block get padding NOPs from the assembler,
		; four of them here. There is nothing to write for that.
		ifu everyLight
			for allLights
				call addLight
			.end
		.else
			for someLights
				call addLight
			.end
		.end

		mul surface.xyz, surface, light
	.end

	; The outputs are written here, once, whichever way the shader went.
	min outColor.rgb, one, surface
	mov outColor.a, surface

	end
.end
