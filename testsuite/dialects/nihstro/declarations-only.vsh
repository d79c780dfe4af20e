; Without code there is no entry.
.alias one c20 as (1, 1, 1, 1)
