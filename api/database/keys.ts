// Records which keys a database is used with. A node that generated its own keys for an existing database would sign
// tokens that no other node accepts and could not decrypt what they encrypted, so it refuses to start.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { randomToken } from '../crypto.ts'
import { fingerprint } from '../secrets.ts'
import type { Sql } from './connection.ts'

type Known = { name: string; fingerprint: string }

/**
 * Compares this node's keys with those of the database, and stores them if there are none.
 * @param isMigrated false: compares only; a database without the table passes
 * @throws ConfigError when they differ
 */
export async function agreeOnKeys(
  owner: Sql,
  { secrets }: Pick<Config, 'secrets'>,
  isMigrated: boolean,
): Promise<void> {
  const [table] = await owner<
    { exists: boolean }[]
  >`select to_regclass('platform.key_fingerprints') is not null as exists`
  if (!table?.exists) return
  const own: Record<string, string> = {
    ENCRYPTION_KEY: fingerprint(secrets.ENCRYPTION_KEY),
    SIGNING_KEYS: secrets.SIGNING_KEY.kid ?? '',
  }
  if (isMigrated) {
    for (const [name, value] of Object.entries(own)) {
      await owner`
        insert into platform.key_fingerprints (name, fingerprint) values (${name}, ${value}) on conflict do nothing`
    }
  }
  const known = await owner<Known[]>`select name, fingerprint from platform.key_fingerprints`
  for (const { name, fingerprint: found } of known) {
    if (own[name] === undefined || own[name] === found) continue
    if (name !== 'SIGNING_KEYS' || !isReplaced(secrets, found)) throw new ConfigError(refusal(name))
    if (isMigrated) {
      await owner`update platform.key_fingerprints set fingerprint = ${own[name]} where name = ${name}`
    }
  }
}

/** Whether the database's key is one that this node's key replaced. */
function isReplaced({ PREVIOUS_SIGNING_KEYS, REPLACED_KEY_IDS }: Config['secrets'], kid: string): boolean {
  return REPLACED_KEY_IDS.includes(kid) || PREVIOUS_SIGNING_KEYS.some((key) => key.kid === kid)
}

function refusal(name: string): string {
  return (
    `${name} is not the one that this database is used with; give this node the keys of the others ` +
    '(their DATA_DIR/secrets.json). If they are lost for good: npm run sql -- --write "delete from platform.key_fingerprints", which ' +
    'ends every session and every second factor'
  )
}

/**
 * Records in the database which folder holds its files.
 * @param folder of this node's files; created if missing
 * @returns false when they are in another folder, which this node does not see
 */
export async function ownsFiles(owner: Sql, folder: string): Promise<boolean> {
  const id = idOf(folder)
  const [row] = await owner<{ fingerprint: string }[]>`
    insert into platform.key_fingerprints as k (name, fingerprint) values ('files', ${id})
    on conflict (name) do update set fingerprint = k.fingerprint
    returning fingerprint`
  return row?.fingerprint === id
}

/** A random id stored in the folder, so that it moves with the folder. */
function idOf(folder: string): string {
  const file = join(folder, 'id')
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(file, `${randomToken(12)}\n`, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
