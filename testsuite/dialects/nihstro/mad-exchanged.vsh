; mad: a uniform first with its sign and letters, and relative ones in each place.
.alias opos o0 as position
.alias k c8
main:
	mad r0.xy, -k.zw, r0.yx, -r1.xx ;~ cut-operand
	mad r0.yzw, c40[a0 + 1].xyz, -r0.wzy, r1.yyy ;~ cut-operand
	mad r0, r0, r1, -k
	mad r0.zw, r0.xy, -k.wz, r1.yx
	mad r0, r0, r1, k[a1] ;~ cut-operand
	mad r0, v0, k[a0], v0 ;~ cut-operand
	mad opos, v0, r0, k
	end
