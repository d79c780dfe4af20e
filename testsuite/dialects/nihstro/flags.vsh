; Conditions in each place: two flags, either sign, in either order, and letters that nihstro reads otherwise.
main:
	if !cc.x
		nop
	endif
	if cc.y || !cc.x
		nop
	endif
	if !cc.y && !cc.x
		nop
	endif
	if cc.w ;~ dialect-quirk
		nop
	endif
	if !cc.z ;~ dialect-quirk
		nop
	endif
	if cc.yx ;~ dialect-quirk
		nop
	endif
	if !cc.zw ;~ dialect-quirk
		nop
	endif
	loop i0
		nop
		breakc !cc.xy
		breakc cc.y
		break cc.x && !cc.y
		breakc cc.z ;~ dialect-quirk
		nop
	endloop
	jmp out if cc.xy
	jmp out if !cc.x || !cc.y
	jmp out if cc.w ;~ dialect-quirk
	jmp out if b15
	call f until g if !cc.y
	call f until g if !cc.xy
	call f until g if cc.zz ;~ dialect-quirk
out:
	end
f:
	nop
g:
