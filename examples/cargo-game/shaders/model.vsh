; Models with lights from afar. LIGHTS and FOG are numbers that the build script gives.

.include "space.inc"

.constf numbers(0.0, 1.0, 0.0, 0.0)
.alias zero numbers.xxxx
.alias one numbers.yyyy

.fvec ambient
.if LIGHTS > 0
.fvec lightDirection[LIGHTS], lightColor[LIGHTS]
.endif
.if FOG
.fvec fogColor, fogDensity
.endif

.in inPosition v0
.in inNormal v1

.out outPosition position
.out outColor color

.proc main
	toView r0, inPosition
	mov r0.w, one
	project outPosition, r0

	mov r1, ambient
.if LIGHTS > 0
	dp3 r2.x, modelView[0], inNormal
	dp3 r2.y, modelView[1], inNormal
	dp3 r2.z, modelView[2], inNormal
.rept LIGHTS, light
	dp3 r3, lightDirection[\light], r2
	max r3, zero, r3
	mul r3, lightColor[\light], r3
	add r1, r1, r3
.endr
.endif
.if FOG
	mul r4, fogDensity, r0.zzzz
	min r4, one, r4
	add r5, fogColor, -r1
	mul r5, r4, r5
	add r1, r1, r5
.endif
	mov outColor, r1
	end
.end
