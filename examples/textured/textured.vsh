; A textured mesh for fragment lighting.
;
; The console lights fragments by itself. The vertex shader gives it, for each vertex and in view space
; (the camera at the origin):
;   - the normal, as the quaternion that turns the z axis to it;
;   - the view vector, from the vertex to the camera.
;
; Attributes of a vertex, in this order:
;   v0  position, 3 floats
;   v1  texture coordinate, 2 floats
;   v2  normal, 3 floats, of any length but 0

.fvec projection[4]
.fvec modelView[4]

; tiny: how near to -1 a normal's z may come; see below.
.constf numbers(0.0, 1.0, -1.0, 0.001)
.alias zero numbers.xxxx
.alias one numbers.yyyy
.alias minusOne numbers.zzzz
.alias tiny numbers.wwww

.in inPosition
.in inTexcoord
.in inNormal

; The masks say which components the rasteriser takes. The shader writes just these.
.out outPosition position
.out outNormal normalquat
.out outTexcoord texcoord0.xy
.out outView view.xyz

; Names for temporaries: an alias is nothing but another way to write the register.
.alias position r0
.alias normal r1
.alias quat r2

.proc main
	; ---- Position ----

	; `dph` takes the first source's w for 1, whatever it is. So the vertex needs no w, and no copy.
	dph position.x, inPosition, modelView[0]
	dph position.y, inPosition, modelView[1]
	dph position.z, inPosition, modelView[2]

	; The last row of modelView is (0, 0, 0, 1): w stays 1, and `dph` serves again.
	dph outPosition.x, position, projection[0]
	dph outPosition.y, position, projection[1]
	dph outPosition.z, position, projection[2]
	dph outPosition.w, position, projection[3]

	; From the vertex to the camera.
	mov outView.xyz, -position

	; ---- Normal ----

	; A direction is only turned, not moved: `dp3` leaves the fourth column out. This is right as long as
	; modelView scales all axes alike; if not, the normal needs a matrix of its own (the inverse
	; transpose).
	dp3 normal.x, modelView[0], inNormal
	dp3 normal.y, modelView[1], inNormal
	dp3 normal.z, modelView[2], inNormal

	; To length 1.
	dp3 normal.w, normal, normal
	rsq normal.w, normal.w
	mul normal.xyz, normal, normal.w

	; ---- Quaternion ----

	; The shortest turn from the z axis to the normal n goes about the axis z x n = (-n.y, n.x, 0). Its
	; quaternion is (-n.y, n.x, 0, 1 + n.z), brought to length 1.
	mul quat.x, minusOne, normal.y
	mov quat.y, normal.x
	mov quat.z, zero
	add quat.w, one, normal.z

	; A normal that points straight away from the camera, n = (0, 0, -1), makes all four components 0, and
	; close to it the few bits of the console's floats do not suffice. There a half turn about the x axis
	; takes its place. Such a vertex belongs to a back face as a rule, so nobody sees the seam.
	cmp tiny, ge, ge, quat.w
	ifc cmp.x
		mov outNormal, numbers.yxxx
	.else
		dp4 r3.x, quat, quat
		rsq r3.x, r3.x
		mul outNormal, quat, r3.x
	.end

	; ---- Texture coordinate ----

	mov outTexcoord.xy, inTexcoord

	end
.end
