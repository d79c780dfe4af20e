; A landscape. A function in WGSL, height.wgsl, computes its heights.

.fvec projection[4]
; x and z of the hill
.fvec centre

.in inPosition
.out outPosition position

.proc main
	; A procedure keeps r8 to r15.
	mov r8, inPosition
	mov r0.xy, r8.xz
	mov r1.xy, centre.xy
	call height
	add r8.y, r8.y, r0.x
	dph outPosition.x, r8, projection[0]
	dph outPosition.y, r8, projection[1]
	dph outPosition.z, r8, projection[2]
	dph outPosition.w, r8, projection[3]
	end
.end
