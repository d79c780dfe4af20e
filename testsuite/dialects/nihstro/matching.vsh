; The n-th letter belongs to the n-th component of the mask, after aliases with letters of their own.
.alias opos o0 as position
.alias part v1.wzy
.alias uv o1.zw as texcoord0
.alias table c8-c11
main:
	mov r0.zw, v0.xy
	mov r0.yx, v0.zw
	mov r1, v0.yyyy.xyzw
	mov r1.yw, part.xz
	mov uv.x, r0.y
	mov uv, r0.xw
	mov r2, +v0
	mov r3, -table[2].wwww
	mov r3.x, c9[1].w
	mov r4[1].x, table[9].y
	mov opos, v15[-3]
	end
