// npm test: runs scripts/test-run.mjs in a process group of its own, so that a signal to this process ends all of it, in
// whichever phase it is.
import { join } from 'node:path'
import { root } from './prepare.mjs'
import { runInGroup } from './process-group.mjs'

const run = [join(root, 'scripts/test-run.mjs'), ...process.argv.slice(2)]
const { code } = await runInGroup(process.execPath, run, {})
process.exit(code)
