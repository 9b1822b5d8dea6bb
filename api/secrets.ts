// Generated secrets, in secrets.json of the data folder. The file is written to a temporary name and then renamed: a
// crash leaves the old or the new file, and two concurrent first starts end with the same keys.
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { JWK } from 'jose'
import { ConfigError } from './config-error.ts'
import { hmac, randomToken } from './crypto.ts'
import { newSigningKey, type RetiredKey, type SigningKeys } from './signing-keys.ts'

export type Secrets = {
  PUBLISHABLE_KEY: string
  SECRET_KEY: string
  /** Encrypts what the database must not reveal; every process of a site has the same key. */
  ENCRYPTION_KEY: string
  /** Signs access tokens; the public half is served as the JWKS. */
  SIGNING_KEY: JWK
  PREVIOUS_SIGNING_KEYS: RetiredKey[]
  /** Key ids that `npm run rotate-keys` replaced: a database that knows one of them accepts the new key. */
  REPLACED_KEY_IDS: string[]
}

/**
 * Reads the generated secrets of the folder; missing ones are generated and stored.
 * @throws Error when the file is corrupt or cannot be written
 */
export async function storedSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json')
  const stored = readStored(file)
  const kept: Secrets = {
    PUBLISHABLE_KEY: stored?.PUBLISHABLE_KEY ?? `sb_publishable_${randomToken(24)}`,
    SECRET_KEY: stored?.SECRET_KEY ?? `sb_secret_${randomToken(32)}`,
    ENCRYPTION_KEY: stored?.ENCRYPTION_KEY ?? randomToken(32),
    SIGNING_KEY: stored?.SIGNING_KEY ?? (await newSigningKey()),
    PREVIOUS_SIGNING_KEYS: stored?.PREVIOUS_SIGNING_KEYS ?? [],
    REPLACED_KEY_IDS: stored?.REPLACED_KEY_IDS ?? [],
  }
  if (JSON.stringify(stored) === JSON.stringify(kept)) return kept
  const isFirst = stored === null
  return storeSecrets(dataDir, kept, isFirst) ? kept : storedSecrets(dataDir)
}

/**
 * Replaces the file.
 * @param onlyIfMissing keeps a file that was created meanwhile
 * @returns whether it was written
 */
export function storeSecrets(dataDir: string, secrets: Secrets, onlyIfMissing = false): boolean {
  const file = join(dataDir, 'secrets.json')
  const beside = `${file}.${process.pid}.${randomToken(6)}`
  const descriptor = openSync(beside, 'wx', 0o600)
  try {
    writeFileSync(descriptor, `${JSON.stringify(secrets, null, 2)}\n`)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  if (!onlyIfMissing) {
    renameSync(beside, file)
    return true
  }
  try {
    // A rename would replace the file of a concurrent first start; a link does not.
    linkSync(beside, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    // The file system has no hard links. Two simultaneous first starts are then not detected.
    renameSync(beside, file)
    return true
  } finally {
    rmSync(beside, { force: true })
  }
}

/** What the file holds; null when there is none. @throws Error when it is corrupt */
function readStored(file: string): Partial<Secrets> | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    return JSON.parse(text) as Partial<Secrets>
  } catch {
    throw new Error(`${file} is not whole; put back a copy of it, new keys would lock members out`)
  }
}

/** Secrets that the operator gave. */
export type GivenSecrets = {
  PUBLISHABLE_KEY: string | null
  SECRET_KEY: string | null
  ENCRYPTION_KEY: string | null
  SIGNING_KEYS: SigningKeys | null
}

/**
 * The secrets of a start: those given, else those of the data folder, which is created if it is missing.
 * @throws ConfigError
 */
export async function readSecrets(dataDir: string, given: GivenSecrets): Promise<Secrets> {
  try {
    mkdirSync(dataDir, { recursive: true })
    // Only generated secrets are stored: an operator's secret stays where the operator keeps it.
    const kept = await storedSecrets(dataDir)
    chmodSync(join(dataDir, 'secrets.json'), 0o600)
    return { ...kept, ...defined(given) }
  } catch (error) {
    throw new ConfigError(`DATA_DIR cannot be used: ${(error as Error).message}`)
  }
}

/** The secrets that a start would use; null when it would have to make some. Creates nothing. */
export function existingSecrets({
  dataDir,
  given,
}: {
  dataDir: string
  given: GivenSecrets
}): Secrets | null {
  const secrets: Partial<Secrets> = { ...readStored(join(dataDir, 'secrets.json')), ...defined(given) }
  const { ENCRYPTION_KEY, SIGNING_KEY, PUBLISHABLE_KEY, SECRET_KEY } = secrets
  if (!ENCRYPTION_KEY || !SIGNING_KEY || !PUBLISHABLE_KEY || !SECRET_KEY) return null
  return {
    PREVIOUS_SIGNING_KEYS: [],
    REPLACED_KEY_IDS: [],
    ...secrets,
    ENCRYPTION_KEY,
    SIGNING_KEY,
    PUBLISHABLE_KEY,
    SECRET_KEY,
  }
}

function defined({ SIGNING_KEYS: keys, PUBLISHABLE_KEY, SECRET_KEY, ENCRYPTION_KEY }: GivenSecrets) {
  return {
    ...(PUBLISHABLE_KEY ? { PUBLISHABLE_KEY } : {}),
    ...(SECRET_KEY ? { SECRET_KEY } : {}),
    ...(ENCRYPTION_KEY ? { ENCRYPTION_KEY } : {}),
    ...(keys ? { SIGNING_KEY: keys.current, PREVIOUS_SIGNING_KEYS: keys.previous } : {}),
  }
}

/** Identifies a key without revealing it. */
export function fingerprint(key: string): string {
  return hmac(key, 'fingerprint')
}
