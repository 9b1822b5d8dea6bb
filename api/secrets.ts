// The secrets that were made here, in secrets.json of the data folder. The file is written beside and moved into its
// place: a crash leaves the old file or the new one, and of two first starts one's keys are both's.
import { createHmac, randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { JWK } from 'jose'
import { newSigningKey, type RetiredKey } from './signing-keys.ts'

export type Secrets = {
  PUBLISHABLE_KEY: string
  SECRET_KEY: string
  /** Closes what the database must not give away; every process of a site has the same. */
  ENCRYPTION_KEY: string
  /** Signs access tokens; the public half is served as the JWKS. */
  SIGNING_KEY: JWK
  /** Public halves of the keys that signed before. */
  PREVIOUS_SIGNING_KEYS: RetiredKey[]
  /** Key ids that `npm run rotate-keys` replaced: a database that knows one of them accepts the new key. */
  REPLACED_KEY_IDS: string[]
}

/**
 * Reads the generated secrets of an existing folder; those that are missing are made and stored.
 * @throws Error when the file is there and is not whole, or cannot be written
 */
export async function storedSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json')
  const stored = readStored(file)
  const kept: Secrets = {
    PUBLISHABLE_KEY: stored?.PUBLISHABLE_KEY ?? `sb_publishable_${token(24)}`,
    SECRET_KEY: stored?.SECRET_KEY ?? `sb_secret_${token(32)}`,
    ENCRYPTION_KEY: stored?.ENCRYPTION_KEY ?? token(32),
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
 * @param onlyIfMissing leaves a file that came to be meanwhile as it is
 * @returns whether it was written
 */
export function storeSecrets(dataDir: string, secrets: Secrets, onlyIfMissing = false): boolean {
  const file = join(dataDir, 'secrets.json')
  const beside = `${file}.${process.pid}.${token(6)}`
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
    // A rename would replace the file of another first start; a link does not.
    linkSync(beside, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    // A file system without links. Two first starts in the same instant are then for the operator to avoid.
    renameSync(beside, file)
    return true
  } finally {
    rmSync(beside, { force: true })
  }
}

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

/** What tells one key from another without giving it away. */
export function fingerprint(key: string): string {
  return createHmac('sha256', key).update('fingerprint').digest('base64url')
}

function token(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}
