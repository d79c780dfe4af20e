; Conditions that are none.
	.vsh main, done
main:
	ifc a, a, cmp.z ;~ flag-without-letter
	ifc a, a, cmp ;~ flag-without-letter
	ifc a, a, cmp.x && !cmp.x ;~ flag-without-letter
	ifc a, a, cmp.x && cmp.y && cmp.x ;~ flag-without-letter
	ifc a, a, b0 ;~ flag-without-letter
	nop
a:
	end
done:
