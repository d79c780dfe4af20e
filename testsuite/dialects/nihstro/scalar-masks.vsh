; Instructions that compute one number: masks with x in any place, and masks without it.
.alias opos o0 as position
main:
	rcp r0.x, -r1.y
	rsq r0.yx, r1.zw
	exp r0.xw, r1.wy
	log r0, r1.yyyy
	rsq r0.z, r1.y ;~ scalar-selector
	log r0.yz, r1.wx ;~ scalar-selector
	exp r0.y, r1.x
	rcp r0.w, c8[1].z ;~ scalar-selector
	mov opos, r0
	end
