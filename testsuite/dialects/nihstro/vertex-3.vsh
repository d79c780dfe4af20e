; Vertex 3 can be encoded, but our language refuses it.
main:
	setemitraw 3 ;~ invalid-emit
	end
