; Labels with the names of registers and of words of our language.
.alias opos o0 as position
main:
	jmp c100 if b0
	call r0 until mov
	jmp end if cc.x
	nop
end:
	mov opos, v0
c100:
	end
r0:
	add r0, r0, r0
	nop
mov:
