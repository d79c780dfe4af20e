; Surfaces with lights, a texture and fog. surface.variants.toml says which variations there are: LIGHTS is the number of
; lights, and TEXTURED and FOG are 0 or 1.
;
; The program provides
;     projection    the matrix of the camera and the model
;     lights        a row for each light: its direction, and its strength in w
;     fogRange      x: 1 / (start - end), y: end / (end - start), in the units of the position

.in inPosition
.in inNormal

.fvec projection[4]
.if LIGHTS
.fvec lights[LIGHTS]
.endif

.out outPosition position
.out outColor color
.if TEXTURED
.in inTexcoord
.out outTexcoord texcoord0.xy
.endif

.constf numbers(0.0, 1.0, 0.25, 0.0)
.alias zero numbers.x
.alias one numbers.y
.alias ambient numbers.z

; r0: the position, with w = 1
.proc transform
	mov r0.xyz, inPosition
	mov r0.w, one
	dp4 outPosition.x, projection[0], r0
	dp4 outPosition.y, projection[1], r0
	dp4 outPosition.z, projection[2], r0
	dp4 outPosition.w, projection[3], r0
.end

.proc main
	call transform
	mov r1, ambient
.rept LIGHTS, I
	; How much the surface faces the light, times its strength
	dp3 r2, lights[\I].xyz, inNormal.xyz
	max r2, zero, r2
	mul r2, lights[\I].w, r2
	add r1, r1, r2
.endr
.if FOG
	.fvec fogRange
	; 1 near the eye, 0 in the fog
	mul r2, fogRange.x, r0.z
	add r2, fogRange.y, r2
	max r2, zero, r2
	min r2, one, r2
	mul r1, r1, r2
.endif
	mov r1.w, one
	mov outColor, r1
.if TEXTURED
	mov outTexcoord, inTexcoord
.endif
	end
.end
