; A uniform second: sources exchange, or the inverse form of the instruction takes it.
.alias opos o0 as position
.alias k c8
main:
	add r0, v0, k
	mul r1, v0, -k
	max r2, r0, k.wzyx
	min r3.xy, -r1.xy, k.zw
	dp3 r4.xy, v0.xyz, k.zyx
	dp4 r4.zw, v0, c9[lcnt]
	sge r5, r0, k
	slt r5.x, r0.y, k.z
	sge r5, k, r0
	dst r6, k, r0
	dst r6, r0, r1
	cmp r0.xy, k.zw, <, >=
	cmp k.yx, r0.xy, ==, !=
	cmp r0.xy, r1.xy, <=, >
	mov opos, r5
	end
