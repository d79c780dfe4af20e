; mad with uniforms; what nihstro cuts is written as the source says.
.alias opos o0 as position
.alias k c8
main:
	mov r0, v0
	mov r1, v1
	mad r2, r0, r1, -v0
	mad r3, r0, k, r1
	mad r4.xz, r0.yw, r1.xx, k.zw
	mad r5, k, r0, r1 ;~ cut-operand
	mad r6, c40[a0], r0, r1 ;~ cut-operand
	mad r7, r0, k[lcnt + 1], r1 ;~ cut-operand
	mov opos, r7
	end
