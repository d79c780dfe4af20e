; mova reads uniforms, inputs and aliases with letters.
.alias opos o0 as position
.alias part c8.zw
main:
	mova c9.yx ;~ mova-without-mask
	nop
	mova part ;~ mova-without-mask
	nop
	mova -v0.ww ;~ mova-without-mask
	nop
	mova c8[lcnt].xy ;~ mova-without-mask
	mov opos, c8[a1]
	end
