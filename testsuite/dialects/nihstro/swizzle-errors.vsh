; Positions that the first swizzle does not have.
.alias opos o0 as position
.alias part v1.zw
.alias uv o1.xy as texcoord0
main:
	mov r0.x, v0.xy.z ;~ beyond-mask
	mov r0.x, part.w ;~ beyond-mask
	mov r0.x, part.yx.z ;~ beyond-mask
	mov uv.z, v0.x ;~ beyond-mask
	mov uv, v0 ;~ letter-count
	mov r0.xyzw, v0.xyz ;~ letter-count
	mad r0.xy, r0.xy, r1.xy, r1.x ;~ letter-count
	rcp r0.x, r0 ;~ letter-count
	dph opos, r0.xyz, r1.xyz ;~ letter-count
	mova r0.x ;~ letter-count
	mova r0.xyz ;~ letter-count
	mov opos[lcnt], v0 ;~ index-without-effect
	end
