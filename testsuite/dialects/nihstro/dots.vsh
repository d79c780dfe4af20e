; dp3 takes 3 letters and dp4 takes 4; dph takes 4 and 3, or with a uniform second what the mask says.
.alias opos o0 as position
.alias ocol o1 as color
main:
	dp3 opos.xyz, v0.zxy, r0.wzy
	dp4 opos.w, -v0.wzyx, r0
	dph ocol.x, v0, r0.yzw ;~ dph-without-w
	dph ocol.yz, v0.xy, c5.zw
	dph r1, c5, r0.xyz ;~ dph-without-w
	dph ocol.w, r0.y, c6.x
	end
