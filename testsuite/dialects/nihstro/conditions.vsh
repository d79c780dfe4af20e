; All forms of conditions, in ifs, jumps, calls and breaks.
.alias opos o0 as position
.alias flag b2
main:
	if flag
		nop
	endif
	if !flag
		mov r1, r0
	else
		mov r1, v0
	endif
	if cc.x
		nop
	else
		nop
	endif
	if !cc.x || cc.y
		nop
	endif
	if cc.y && !cc.x
		nop
	endif
	if cc.xy
		nop
	endif
	if !cc.xy
		nop
	endif
	if cc.z ;~ dialect-quirk
		nop
	endif
	if cc.yy ;~ dialect-quirk
		nop
	endif
	loop i0
		add r0, r0, r0
		breakc cc.x
		break !cc.y || cc.x
		nop
	endloop
	jmp out if flag
	jmp out if !b3
	jmp out if cc.y
	call f until g if cc.x && cc.y
	call f until g if flag
	call f until g
	mov opos, r0
out:
	end
f:
	add r0, r0, r0
g:
