; Mnemonics are in any case, flags and registers in lower case.
.alias opos o0 as position
Main:
main: ;~ entry-elsewhere
	Mov r0, v0
	MAD r1, r0, c8, r0
	CMP r0.xy, r1.xy, ==, ==
	If cc.x
		NOP
	ElSe
		NOP
	EndIf
	LOOP i0
		NOP
		BREAKC cc.x
		NOP
	ENDLOOP
	MOVA r0.xy ;~ mova-without-mask
	JMP out if b0
out:
	mov opos, r1
	END
