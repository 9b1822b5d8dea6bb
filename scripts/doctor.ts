// `npm run doctor [-- --json] [--mail ADDRESS]`: what is wrong with a set-up, and how to mend it. Exits with 1 when
// something is.
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs, parseEnv } from 'node:util'
import { examine } from '../server/doctor/doctor.ts'
import { asText } from '../server/doctor/finding.ts'

const { values } = parseArgs({ options: { json: { type: 'boolean' }, mail: { type: 'string' } } })
const written = existsSync('.env') ? Object.keys(parseEnv(readFileSync('.env', 'utf8'))) : null
const findings = await examine({ env: process.env, written, recipient: values.mail ?? null })
const isSound = findings.every(({ level }) => level !== 'wrong')
process.stdout.write(
  values.json ? `${JSON.stringify({ ok: isSound, findings }, null, 2)}\n` : asText(findings),
)
// Not process.exit(): a pipe may not have taken all of it yet.
process.exitCode = isSound ? 0 : 1
