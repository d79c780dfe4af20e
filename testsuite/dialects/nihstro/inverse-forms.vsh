; A uniform or a relative one as second source, in all instructions that exchange sources or have an inverse form.
.alias opos o0 as position
.alias k c8
main:
	add r0, r1, k[a0]
	mul r0, r1, k[a1 + 1]
	max r0, r1, -k
	min r0, r1, k
	dp3 r0, -r1.zyx, k[lcnt].xyz
	dp4 r0, r1, -k.wzyx
	dph r0, r1, k
	dph r0.xy, r1.zw, -k.yx
	sge r0, -r1, k
	slt r0, r1, k.wzyx
	sge r0, r1, k[a0]
	slt r0, r1, k[lcnt - 1]
	mov opos, r0
	end
