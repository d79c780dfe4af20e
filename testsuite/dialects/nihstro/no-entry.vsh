; Neither `main` nor another entry.
start: ;~ missing-label
	end
