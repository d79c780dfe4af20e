; A source without descriptors.
	.vsh main, done
main:
	mov o0, v0 (0) ;~ no-such-descriptor
	end
done:
