; Letters that are too many, too few, repeated, or beyond those of the name.
.alias t v1.zw
.alias opos o0 as position
main:
	mov opos.xy, t.zw ;~ beyond-mask
	mov opos.xy, v0 ;~ letter-count
	mov opos, v0.xyz ;~ letter-count
	mov opos.xx, v0.xy ;~ letter-count
	dp3 opos.x, v0, v0.xyz ;~ letter-count
	dp4 opos.x, v0.xyz, v0 ;~ letter-count
	dph opos.x, v0, v0 ;~ letter-count
	mova v0 ;~ letter-count
	cmp v0.x, r0.xy, <, < ;~ letter-count
	mov opos.xyz, v0.xyzwxyzwxyzwxyzw ;~ letter-count
	end
