; Two inputs pass nihstro unseen; the assembler reports them.
.alias opos o0 as position
main:
	add opos, v0, v1 ;~ two-inputs
	end
