// `npm run rotate-keys`: a new key signs access tokens from the next start on. What the one before signed is
// believed until it ends, an hour at most; with --revoke it is not believed at all, and every member's browser
// asks for a new token at once. Sessions stay.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Secrets } from '../server/config.ts'
import { newSigningKey, retire } from '../server/signing-keys.ts'

/** A retired key's last token is long over by then. */
const FORGET_AFTER_SECONDS = 24 * 3_600

const file = join(resolve(process.env.DATA_DIR || 'data'), 'secrets.json')
if (process.env.SIGNING_KEYS) {
  process.stderr.write(`SIGNING_KEYS is set: put a new key before the others there. A key of its kind:
${JSON.stringify(await newSigningKey())}
`)
  process.exit(1)
}
const secrets = JSON.parse(readFileSync(file, 'utf8')) as Secrets
const now = Date.now()
const kept = (secrets.PREVIOUS_SIGNING_KEYS ?? []).filter(
  (key) => (key.retired_at ?? 0) > now / 1_000 - FORGET_AFTER_SECONDS,
)
const previous = process.argv.includes('--revoke') ? [] : [retire(secrets.SIGNING_KEY, now), ...kept]
const rotated = { ...secrets, SIGNING_KEY: await newSigningKey(), PREVIOUS_SIGNING_KEYS: previous }
// Written beside and moved over: a crash leaves the old file or the new one.
writeFileSync(`${file}.new`, `${JSON.stringify(rotated, null, 2)}\n`, { mode: 0o600 })
renameSync(`${file}.new`, file)
process.stdout.write(`${file}: key ${rotated.SIGNING_KEY.kid} signs from the next start on\n`)
