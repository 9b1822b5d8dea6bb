// `npm run rotate-keys`: a new key signs access tokens from the next start on. What the one before signed is
// believed until it ends, an hour at most; with --revoke it is not believed at all, and every member's browser
// asks for a new token at once. Sessions stay.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { storedSecrets, storeSecrets } from '../api/secrets.ts'
import { newSigningKey, retire } from '../api/signing-keys.ts'

/** A retired key's last token is long over by then. */
const FORGET_AFTER_SECONDS = 24 * 3_600
/** Rotations between two starts. */
const MOST_REPLACED = 20

const dataDir = resolve(process.env.DATA_DIR || 'data')
const file = join(dataDir, 'secrets.json')
if (process.env.SIGNING_KEYS) {
  process.stderr.write(`SIGNING_KEYS is set: put a new key before the others there. A key of its kind:
${JSON.stringify(await newSigningKey())}
`)
  process.exit(1)
}
if (!existsSync(file)) {
  process.stderr.write(`${file} does not exist; DATA_DIR must name the site's data folder\n`)
  process.exit(1)
}
const secrets = await storedSecrets(dataDir)
const now = Date.now()
const kept = secrets.PREVIOUS_SIGNING_KEYS.filter(
  (key) => (key.retired_at ?? 0) > now / 1_000 - FORGET_AFTER_SECONDS,
)
const previous = process.argv.includes('--revoke') ? [] : [retire(secrets.SIGNING_KEY, now), ...kept]
const rotated = {
  ...secrets,
  SIGNING_KEY: await newSigningKey(),
  PREVIOUS_SIGNING_KEYS: previous,
  // The database remembers which key signs; by this it accepts the new one.
  REPLACED_KEY_IDS: [secrets.SIGNING_KEY.kid ?? '', ...secrets.REPLACED_KEY_IDS].slice(0, MOST_REPLACED),
}
storeSecrets(dataDir, rotated)
process.stdout.write(`${file}: key ${rotated.SIGNING_KEY.kid} signs from the next start on\n`)
