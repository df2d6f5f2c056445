"""What designers ask: `compare`, `equivalent`, `need`, `table`, `audit` and `luck`.

Each file with the name of a question answers it; the others are what the questions are written in.

>>> from sixfold import study
>>> study.need("ten superior ?", "1 in 4", event="quality=critical").answers[0].text
'ten superior 3'
"""

# Every question is imported here, not when it is asked for: a file has the name of its question, and as an attribute
# of this package the name is the question's.
from sixfold.solving.events import Event as Event
from sixfold.study.asked import Asked as Asked
from sixfold.study.asked import asked as asked
from sixfold.study.audit import Audit as Audit
from sixfold.study.audit import Audited as Audited
from sixfold.study.audit import audit as audit
from sixfold.study.claims import (
    Claim as Claim,
)
from sixfold.study.claims import (
    parse_claims as parse_claims,
)
from sixfold.study.claims import (
    read_claims as read_claims,
)
from sixfold.study.claims import (
    shipped_claims as shipped_claims,
)
from sixfold.study.compare import Comparison as Comparison
from sixfold.study.compare import compare as compare
from sixfold.study.equivalent import Equivalents as Equivalents
from sixfold.study.equivalent import equivalent as equivalent
from sixfold.study.grid import Grid as Grid
from sixfold.study.grid import table as table
from sixfold.study.luck import Evening as Evening
from sixfold.study.luck import Luck as Luck
from sixfold.study.luck import evening as evening
from sixfold.study.luck import luck as luck
from sixfold.study.need import Needed as Needed
from sixfold.study.need import need as need
