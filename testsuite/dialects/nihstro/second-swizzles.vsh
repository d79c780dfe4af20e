; A second swizzle selects letters of the first by position; those of a name with letters of its own count first.
.alias opos o0 as position
.alias part v1.wzy
.alias uv o1.yz as texcoord0
main:
	mov r0, v0.wzyx.xyzw
	mov r0.xy, v0.zw.yx
	mov r0.xyz, part.zyx
	mov r0.x, part.xy.y
	mov r1.xyz, -c8.zyx.zyx
	mov uv.y, r0.x
	mov uv.yx, r0.zw
	mov r0 .x y z, v0 . w w w
	mov opos, r0
	end
