; Mnemonics of our language, which nihstro does not have, and labels that are not alone on their line.
main:
	ex2 r0, r1 ;~ not-in-dialect
	lg2 r0, r1 ;~ not-in-dialect
	litp r0, r1 ;~ not-in-dialect
	dphi r0, r1, c0 ;~ not-in-dialect
	sgei r0, r1, c0 ;~ not-in-dialect
	slti r0, r1, c0 ;~ not-in-dialect
	ifu b0 ;~ not-in-dialect
	ifc cmp.x ;~ not-in-dialect
	setemit 0 ;~ not-in-dialect
	callc cmp.x, main ;~ not-in-dialect
start: mov r0, r1 ;~ not-in-dialect
	end
