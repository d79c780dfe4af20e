; A mesh that bones move, up to four for each vertex, lit by one directional light.
;
; A bone is a matrix of three rows, from the mesh at rest straight to view space: what the program
; multiplies once for a bone, the shader need not multiply for each vertex. The fourth row would always be
; (0, 0, 0, 1).
;
; Attributes of a vertex, in this order:
;   v0  position, 3 floats
;   v1  normal, 3 floats
;   v2  texture coordinate, 2 floats
;   v3  numbers of the bones, 4 unsigned bytes
;   v4  their weights, 4 unsigned bytes that sum up to 255; 0 for bones that are not used

.fvec projection[4]

; 24 bones. There are 96 float uniforms in all.
.fvec bones[72]

; Towards the light, in view space, of length 1; the colour of the light; the light that comes from
; everywhere. Their w is not used.
.fvec lightDirection, lightColor, ambient

; 3 registers for each bone, and 1/255 to make weights of bytes.
.constf numbers(0.0, 1.0, 3.0, 0.00392156863)
.alias zero numbers.xxxx
.alias one numbers.yyyy
.alias rowsPerBone numbers.zzzz
.alias perByte numbers.wwww

.in inPosition
.in inNormal
.in inTexcoord
.in inBones
.in inWeights

.out outPosition position
.out outColor color
.out outTexcoord texcoord0.xy

; The sums over the bones.
.alias position r0
.alias normal r1
; For each bone: where it begins in the array, and its weight.
.alias offsets r2
.alias weights r3
; The weight of the bone at hand: the procedure's argument, along with a0.x.
.alias weight r4.x

; Adds the part of one bone to position and normal. Takes: a0.x, the bone's first register, counted from
; bones[0]; weight. Changes r5 and r6.
.proc addBone
	; inPosition has no w; `dph` takes 1 for it, so that the bone's fourth column moves the vertex. A
	; relative register is a wide source just as any float uniform: there can be one in an instruction.
	dph r5.x, inPosition, bones[a0.x]
	dph r5.y, inPosition, bones[a0.x + 1]
	dph r5.z, inPosition, bones[a0.x + 2]

	; Normals are not moved.
	dp3 r6.x, bones[a0.x], inNormal
	dp3 r6.y, bones[a0.x + 1], inNormal
	dp3 r6.z, bones[a0.x + 2], inNormal

	mad position.xyz, weight, r5, position
	mad normal.xyz, weight, r6, normal
.end

.proc main
	mov position.xyz, zero
	mov normal.xyz, zero

	mul offsets, rowsPerBone, inBones
	mul weights, perByte, inWeights

	; One `cmp` tests two weights at once. A bone of weight 0 is not worth its call.
	;
	; Two `mova` must never follow each other directly; here there is always something between them.
	cmp zero.xy, lt, lt, weights.xy
	mova a0.x, offsets.x
	mov weight, weights.x
	callc cmp.x, addBone
	mova a0.x, offsets.y
	mov weight, weights.y
	callc cmp.y, addBone

	cmp zero.xy, lt, lt, weights.zw
	mova a0.x, offsets.z
	mov weight, weights.z
	callc cmp.x, addBone
	mova a0.x, offsets.w
	mov weight, weights.w
	callc cmp.y, addBone

	; ---- Position ----

	dph outPosition.x, position, projection[0]
	dph outPosition.y, position, projection[1]
	dph outPosition.z, position, projection[2]
	dph outPosition.w, position, projection[3]

	; ---- Light ----

	; A mean of normals is shorter than they are.
	dp3 normal.w, normal, normal
	rsq normal.w, normal.w
	mul normal.xyz, normal, normal.w

	; How much the surface faces the light; not less than nothing.
	dp3 r5.x, lightDirection, normal
	max r5.x, zero, r5.x

	; Two float uniforms do not go into one instruction, so the second comes through a temporary.
	mov r6.xyz, ambient
	mad r6.xyz, r5.x, lightColor, r6
	min outColor.rgb, one, r6
	mov outColor.a, one

	mov outTexcoord.xy, inTexcoord

	end
.end
