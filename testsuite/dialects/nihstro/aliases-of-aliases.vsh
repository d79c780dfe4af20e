; An alias of an alias takes its register without its mask. Integers and booleans may have masks, too.
.alias opos o0 as position
.alias part c8.zw
.alias whole part ;~ without-table-entry
.alias other part.xy ;~ without-table-entry
.alias input v1.wzyx
.alias count i1.xy
.alias flag b2.x
main:
	mov r0, whole
	add r0.xy, part, r0.xy
	add r0.zw, other.yx, r0.zw
	mov r1, input
	loop count
		add r0, r0, r0
		nop
	endloop
	if flag
		add r0, r0, r1
	endif
	mov opos, r0
	end
