; Calls: of ranges in a row, that share their end, within a loop that ends with them, and of one that is also run.
	.out o0, result.position, 0xF
	.vsh main, done
main:
	call f, g
	call g, h
	call f, h
	loop l, i0
		call f, g
		nop
	k: ;~ copied-code
		mov r2, v0 (0)
	l:
	call k, l ; the end of the loop
k2: ;~ copied-code
	mov o0, v0 (0)
	nop
k3:
	call k2, k3
	nop
	end
done:
; what f does
f: ; here
	mov r0, v0 (0)
g:
	mov r1, v0 (0)
	ifu h, h, b0
		mov r1, v1 (0)
h:
.opdesc xyzw, xyzw, xyzw, xyzw
