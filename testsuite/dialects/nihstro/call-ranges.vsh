; Ranges without words, across blocks, with labels that do not exist.
main:
	call b until a ;~ call-range
	call a until a ;~ call-range
	call a until missing ;~ missing-label
	call in until out ;~ crossing-bodies
	jmp nowhere if b0 ;~ missing-label
	end
a:
	nop
b:
	if cc.x
		nop
in:
	else
		nop
out:
	endif
	end
