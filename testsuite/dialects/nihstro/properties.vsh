; All properties of outputs. A name without a mask has the mask of its declaration, in the order of the letters.
.alias opos o0 as position
.alias quat o1 as quaternion
.alias ocol o2 as color
.alias uv0 o3.xy as texcoord0
.alias uv1 o3.zw as texcoord1
.alias uv2 o4.yz as texcoord2
.alias oview o5.xyz as view
main:
	mov opos, v0
	mov quat, v0.wzyx
	mov ocol.w, v0.x
	mov ocol.xyz, v0.yyy
	mov uv0, v0.zw
	mov uv1, v0.xy
	mov uv2, v0.wx
	mov oview, v0.xyz
	end
