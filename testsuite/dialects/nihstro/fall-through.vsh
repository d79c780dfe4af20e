; A range that is called and also runs without a call stands twice, and so do ranges that share a part.
.alias opos o0 as position
main:
	call start until finish
	call start until middle
	mov r1, r0
start: ;~ copied-code copied-code
	add r0, r0, r0
back:
	jmp back if b0
middle:
	mul r0, r0, r0
	nop
finish:
	mov opos, r0
	end
