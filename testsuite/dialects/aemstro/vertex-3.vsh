; The fourth vertex, which the word can hold, but the machine does not have.
	.gsh main, done ;~ shader-number
main:
	setemit vtx3, true, true ;~ invalid-emit
	emit
	end
done:
