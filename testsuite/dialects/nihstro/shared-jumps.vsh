; A jump from outside into code that several ranges share.
main:
	call a until c
	call b until d
	end
a: ;~ copied-code
	nop
b: ;~ copied-code
	nop
inside:
	nop
c:
	call e until f
d:
	end
e:
	jmp inside if b0 ;~ shared-jump
	nop
f:
