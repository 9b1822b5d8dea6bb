// The inline script in every page's head (root.tsx), allowed by its hash in the Content Security Policy. It does what
// cannot wait for the page's modules. scripts/inline-script.ts bundles it from these modules.
import { setAttributes } from './attributes.ts'
import { watchFailures } from './failure.ts'
import { holdPresses } from './held-press.ts'
import { hydrateOnIntent } from './hydration.ts'
import { openInOwnLanguage } from './language.ts'
import { startAsMember } from './member.ts'
import { followMovedReply } from './moved-reply.ts'
import { stayWhileOffline } from './offline.ts'
import { openOverlays } from './overlays.ts'
import { showReadMarks } from './read-marks.ts'
import { answerSearchKey } from './search-key.ts'
import { countViews } from './views.ts'

// The attributes come before what asks whether there is a session. Listeners of the same event are called in the
// order of these lines: offline, nothing is opened or held.
openInOwnLanguage()
setAttributes()
startAsMember()
showReadMarks()
watchFailures()
stayWhileOffline()
answerSearchKey()
hydrateOnIntent()
holdPresses()
openOverlays()
followMovedReply()
countViews()
