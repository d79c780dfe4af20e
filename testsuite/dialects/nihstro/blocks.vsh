; Borders without their counterparts.
main:
	else ;~ crossing-bodies
	endif ;~ crossing-bodies
	endloop ;~ crossing-bodies
	breakc cc.x ;~ crossing-bodies
	if cc.x
		nop
	else
	else ;~ crossing-bodies
	endif
	loop i0
	endif ;~ crossing-bodies
	endloop
	if cc.x ;~ crossing-bodies
	end
