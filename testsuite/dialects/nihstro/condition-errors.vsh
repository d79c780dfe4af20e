; Conditions that nothing tests.
main:
	if cc ;~ flag-without-letter
		nop
	endif
	if cc.x && cc.x ;~ flag-without-letter
		nop
	endif
	if cc.xy && cc.x ;~ flag-without-letter
		nop
	endif
	if cc.x && b0 ;~ flag-without-letter
		nop
	endif
	if cc.xyz ;~ flag-without-letter
		nop
	endif
	if i0 ;~ not-in-dialect
		nop
	endif
	loop i0
		breakc b0 ;~ flag-without-letter
		nop
	endloop
	call f until g if !b0 ;~ flag-without-letter
	end
f:
	nop
g:
