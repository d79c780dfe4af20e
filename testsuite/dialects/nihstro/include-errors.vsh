; An include that cannot be read, one from the root, one that includes itself.
main:
	.include "missing.inc" ;~ cannot-include
	.include "/etc/common.inc" ;~ cannot-include
	.include "a.inc" ;~ include-cycle
	end
;! include: a.inc
	.include "b.inc"
;! include: b.inc
	.include "a.inc"
