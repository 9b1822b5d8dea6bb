// Starts the site as server/main.ts does, except that frequent jobs pause for a tenth of their time. That
// takes a tenth of a core, so that only the files that wait for these jobs start it.
import { serveSite } from '../../server/serve-site.ts'

serveSite({ jobPace: 0.1 })
