; Instructions that compute one number read the x of their source: with a mask without x, always x.
.alias opos o0 as position
main:
	rcp r0.y, r1.w ;~ scalar-selector
	rsq r0.x, r1.w
	exp r0.zw, r1.xy ;~ scalar-selector
	log r0.w, -r1.x
	rcp r0, r1.wzyx
	lit r2.yw, v0.zx
	lit r2, v0.wzyx
	flr r2.x, v0.y
	mov opos, r2
	end
