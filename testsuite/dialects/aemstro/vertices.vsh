; A vertex that there is not.
	.gsh main, done ;~ shader-number
main:
	setemit vtx4, false, false ;~ vertex-number
	emit
	end
done:
