; Lines in all forms: a comment on its own,

	.out o0, result.position, 0xF, 1, 2 ; surplus arguments,
	.vsh main, done, more
.OPDESC xyzw, XYZW ;~ dialect-quirk
.include "more.vsh" ;~ skipped-line
main: ; a label with a comment,
	MOV O0, V0 (0) what stands behind
	mov	r0,	v1( 0x0 )
	mov r1,v2 (0)
	sqrt r0, v0 (0) ; unknown ;~ skipped-line
second: mov r0, v0 (0) ;~ skipped-line
	NOP
	end; a comment without a blank
done: ; the end
