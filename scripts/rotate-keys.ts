// npm run rotate-keys: from the next start on, a new key signs access tokens. Tokens of the previous key stay valid until
// they expire, an hour at most. With --revoke they become invalid at once, and every member's browser requests a new one.
// Sessions continue in both cases.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { storedSecrets, storeSecrets } from '../api/secrets.ts'
import { newSigningKey, retire } from '../api/signing-keys.ts'

/** A retired key's last token has expired long before. */
const FORGET_AFTER_SECONDS = 24 * 3_600
/** Rotations between two starts. */
const MAX_REPLACED = 20

const dataDir = resolve(process.env.DATA_DIR || 'data')
const file = join(dataDir, 'secrets.json')
if (process.env.SIGNING_KEYS || process.env.SIGNING_KEYS_FILE) {
  process.stderr.write(`SIGNING_KEYS is set: add a new key at its start. This is a new key:
${JSON.stringify(await newSigningKey())}
`)
  process.exit(1)
}
if (!existsSync(file)) {
  process.stderr.write(`${file} does not exist. Set DATA_DIR to the site's data folder.\n`)
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
  // The database stores which key signs, and accepts a new one that lists the old key here.
  REPLACED_KEY_IDS: [secrets.SIGNING_KEY.kid ?? '', ...secrets.REPLACED_KEY_IDS].slice(0, MAX_REPLACED),
}
storeSecrets(dataDir, rotated)
process.stdout.write(`${file}: key ${rotated.SIGNING_KEY.kid} signs from the next start on\n`)
