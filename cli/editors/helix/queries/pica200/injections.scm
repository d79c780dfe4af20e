; Made from the tables of the language; see README.md in the folder of all editors.

((comment) @injection.content
 (#set! injection.language "comment"))
