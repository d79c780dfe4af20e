; All operators of comparisons. With a uniform second, the sources exchange and the operators turn round.
.alias opos o0 as position
.alias k c8
main:
	cmp r0.xy, r1.zw, ==, !=
	cmp r0.xy, r1.zw, <, <=
	cmp r0.xy, r1.zw, >, >=
	cmp k.xy, r1.zw, <, >
	cmp r0.xy, k.zw, ==, !=
	cmp r0.xy, k.zw, <, <=
	cmp r0.xy, k.zw, >, >=
	cmp -r0.xx, -k[a0].zw, >=, ==
	mov opos, r0
	end
