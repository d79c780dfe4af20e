; Dot products take letters in their own order, whatever the mask; names have letters of their own.
.alias opos o0 as position
.alias part v0.wzy
.alias uv o1.zw as texcoord0
main:
	dp3 uv, part, r0.xxy
	dp3 r1.w, -r0.wyz, c8.xyz
	dp4 r1.yz, r0.wzyx, r0
	dp4 uv.x, c8.wwzz, -r0
	dph r1.xw, r0, part ;~ dph-without-w
	dph r1, -r0.wzyx, r0.zzz ;~ dph-without-w
	mov opos, r1
	end
