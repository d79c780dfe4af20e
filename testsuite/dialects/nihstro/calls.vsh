; Called ranges become procedures, with the comments above them.
.alias opos o0 as position
main:
	mov r0, v0
	call double until double_end
	call half until half_end if cc.x || cc.y
	CALL both until both_end if b3
	mov opos, r0
	end

// twice as much
double: // in place
	add r0, r0, r0
	jmp double_end if b0 ;~ jump-to-range-end
	nop
double_end:
half:
	mul r0, c20.xxxx, r0
	nop
half_end:

both:
	call half until half_end
inner:
	jmp inner if b1
	add r0, r0, r0
both_end:
