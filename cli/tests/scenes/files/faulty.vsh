.in inPosition
.out outPosition position
.out outColor color
.proc main
	mov outPosition, inPosition
	mov outColor, inPosition
	.word 0x40000000 ; an opcode that does not exist
	end
.end
