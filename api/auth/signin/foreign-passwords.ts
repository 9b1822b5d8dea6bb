// Password hashes that came with an import, accepted until the first sign-in, which stores a hash of our own.
//   $argon2id$v=19$m=…,t=…,p=…$SALT$HASH    with other parameters than ours
//   $pbkdf2-sha256$i=…,l=…$SALT$HASH        Discourse
//   $2b$12$…                                bcrypt (2a, 2b, 2y)
//   $sha512-bcrypt$2b$12$…                  bcrypt over the SHA-512 of the password in hex: NodeBB
// Whoever made the dump chose the parameters, so they are bounded: by the import, and again here.
// biome-ignore lint/style/noRestrictedImports: NodeBB hashes with SHA-512.
import { createHash, pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { verify as verifyArgon2 } from '@node-rs/argon2'
import { isEqual } from '../../crypto.ts'

const derive = promisify(pbkdf2)

const MOST = {
  /** About half a second of one core. */
  iterations: 1_000_000,
  /** 2^13 rounds take about half a second. */
  bcryptCost: 13,
  memoryKib: 131_072,
  /** Of argon2id: memory times passes. */
  workKib: 524_288,
  lanes: 8,
}

const BASE64 = '[A-Za-z0-9+/]'
// Bounded: every repetition has a most, and the text is ours: an import wrote it.
const PBKDF2 = new RegExp(
  `^\\$pbkdf2-sha256\\$i=(\\d{1,9}),l=(\\d{1,3})\\$(${BASE64}{1,88})\\$(${BASE64}{1,88})$`,
)
const BCRYPT = /^(\$sha512-bcrypt)?(\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53})$/
// Bounded: every repetition has a most, and the text is ours: an import wrote it.
const ARGON2 = new RegExp(
  `^\\$argon2id\\$v=19\\$m=(\\d{1,9}),t=(\\d{1,4}),p=(\\d{1,3})\\$${BASE64}{11,88}\\$${BASE64}{16,88}$`,
)

type Verify = (password: string) => Promise<boolean>

/** How to compare a password with `stored`; null when it is of no supported kind, or costs too much. */
function verifierOf(stored: string): Verify | null {
  const [isPbkdf2, i, l, salt = '', hash = ''] = PBKDF2.exec(stored) ?? []
  if (isPbkdf2) {
    const [iterations, length] = [Number(i), Number(l)]
    const expected = Buffer.from(hash, 'base64')
    if (iterations < 1 || iterations > MOST.iterations || length < 16 || expected.length !== length)
      return null
    return async (password) => {
      const found = await derive(password, Buffer.from(salt, 'base64'), iterations, length, 'sha256')
      return isEqual(found, expected)
    }
  }
  const [isBcrypt, wrap, bcrypt = '', cost] = BCRYPT.exec(stored) ?? []
  if (isBcrypt) {
    if (Number(cost) < 4 || Number(cost) > MOST.bcryptCost) return null
    return async (password) => {
      // Loaded when an imported member signs in for the first time.
      const { verify } = await import('@node-rs/bcrypt')
      return verify(wrap ? createHash('sha512').update(password).digest('hex') : password, bcrypt)
    }
  }
  const [isArgon2, ...parameters] = ARGON2.exec(stored) ?? []
  const [memory = 0, passes = 0, lanes = 0] = parameters.map(Number)
  const isBounded = memory <= MOST.memoryKib && memory * passes <= MOST.workKib && lanes <= MOST.lanes
  if (!isArgon2 || !isBounded || passes < 1 || lanes < 1 || memory < 8 * lanes) return null
  return (password) => verifyArgon2(stored, password)
}

/** Whether `stored` is a hash that `matchesForeign` compares with, at a bounded cost. For the import. */
export function isForeignHash(stored: string): boolean {
  return stored.length <= 255 && verifierOf(stored) !== null
}

/** Whether the password, as it was typed, has this hash. A hash that is not supported matches none. */
export async function matchesForeign(stored: string, password: string): Promise<boolean> {
  return (await verifierOf(stored)?.(password)) ?? false
}
