; A shader on top of common.vsh: a mesh of one colour with a directional light.
;
; Attributes of a vertex, in this order:
;   v0  position, 3 floats
;   v1  normal, 3 floats

; Procedures are visible in all files of a link, so only one of them could be called `main`.
.entry litMain

; The library's uniforms, declared as they are there.
.fvec projection[4]
.fvec modelView[4]
.fvec lightDirection

; This shader's own. `meshColor` is flat.vsh's, too: the program sets it once for both.
.fvec meshColor
.fvec lightColor, ambient

.constf numbers(0.0, 1.0, 0.0, 0.0)
.alias one numbers.yyyy

.in inPosition
.in inNormal

.out outPosition position
.out outColor color

.proc litMain
	call transform
	mov outPosition, r0

	mov r2.xyz, inNormal
	call turnNormal
	call diffuse

	; (ambient + light * diffuse) * mesh, one float uniform in each instruction.
	mov r5.xyz, ambient
	mad r5.xyz, r3.x, lightColor, r5
	mul r5.xyz, meshColor, r5
	min outColor.rgb, one, r5
	mov outColor.a, meshColor

	end
.end
