// The role that the pool connects as. It owns nothing, bypasses nothing, and may only switch to the API's roles.
// Roles belong to the whole cluster, so each database has its own role: two sites on one cluster do not overwrite
// each other's password. The password is derived from ENCRYPTION_KEY, which only the nodes of a site have.
// biome-ignore lint/style/noRestrictedImports: the salt of SCRAM is bytes.
import { pbkdf2Sync, randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'
import { digest, hmac } from '../crypto.ts'
import type { Sql } from './connection.ts'

const LONGEST_NAME_BYTES = 63
const SHORTEST_SECRET = 32
/** PostgreSQL's default. The password has 256 random bits, so more rounds would add nothing. */
const SCRAM_ROUNDS = 4_096

function poolRole(ownerUrl: string): string {
  const database = decodeURIComponent(new URL(ownerUrl).pathname.slice(1))
  const name = `authenticator_${database}`
  if (Buffer.byteLength(name) <= LONGEST_NAME_BYTES) return name
  return `authenticator_${digest(database, 'hex').slice(0, 32)}`
}

/** The role that the pool connects as: that of POOL_DATABASE_URL, or one of this database. */
export function roleOfPool({ poolDatabaseUrl }: Pick<Config, 'poolDatabaseUrl'>, ownerUrl: string): string {
  return poolDatabaseUrl ? decodeURIComponent(new URL(poolDatabaseUrl).username) : poolRole(ownerUrl)
}

/** Address of the database of `ownerUrl` for its pool's role. @param secret ENCRYPTION_KEY */
export function poolUrl(ownerUrl: string, secret: string): string {
  const address = new URL(ownerUrl)
  address.username = poolRole(ownerUrl)
  address.password = poolPassword(ownerUrl, secret)
  return address.href
}

/**
 * Creates the role, or sets its password.
 * @param owner connection of the database's owner, who may create roles
 */
export async function preparePoolRole(owner: Sql, ownerUrl: string, secret: string): Promise<void> {
  const role = poolRole(ownerUrl)
  const found = await owner`select from pg_catalog.pg_roles where rolname = ${role}`
  const name = owner(role)
  // Only the SCRAM verifier is sent: statements are logged and visible to administrators.
  const verifier = scramVerifier(poolPassword(ownerUrl, secret))
  if (found.length === 0) await owner`create role ${name} login inherit`.catch(ignoreDuplicate)
  await owner.begin(async (sql) => {
    // PostgreSQL fails when two nodes alter one role concurrently.
    await sql`select pg_advisory_xact_lock(hashtext(${role}))`
    await sql`grant authenticator to ${name}`
    await sql.unsafe(`alter role ${quoted(role)} login password '${verifier}'`)
    // Not sent with each connection: poolers refuse parameters that they do not know.
    for (const [setting, value] of Object.entries(SESSION_SETTINGS)) {
      await sql.unsafe(`alter role ${quoted(role)} set ${setting} = '${value}'`)
    }
    await sql.unsafe(`alter role ${quoted(role)} set search_path = ${SESSION_SEARCH_PATH}`)
  })
}

function poolPassword(ownerUrl: string, secret: string): string {
  if (secret.length < SHORTEST_SECRET) throw new Error('The pool has no password without ENCRYPTION_KEY')
  return hmac(secret, `pool ${poolRole(ownerUrl)}`)
}

/** SCRAM verifier as PostgreSQL stores it (RFC 5803). */
function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, SCRAM_ROUNDS, 32, 'sha256')
  const key = (name: string) => hmac(salted, name, 'buffer')
  const storedKey = digest(key('Client Key'), 'base64')
  return `SCRAM-SHA-256$${SCRAM_ROUNDS}:${salt.toString('base64')}$${storedKey}:${key('Server Key').toString('base64')}`
}

/**
 * Time limits of the pool's sessions, for statements without limits of their own (scope.ts). Compiling a plan takes
 * hundreds of milliseconds where a new table has no statistics, which is more than running it.
 */
export const SESSION_SETTINGS = {
  statement_timeout: '8s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '10s',
  jit: 'off',
}

/** search_path of the sessions of this database's own role, which most requests need not change. */
export const SESSION_SEARCH_PATH = '"public", "extensions"'

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

const DUPLICATE_OBJECT = '42710'
const UNIQUE_VIOLATION = '23505'

/** Another node created the role first. */
function ignoreDuplicate(error: { code?: string }): void {
  if (error.code !== DUPLICATE_OBJECT && error.code !== UNIQUE_VIOLATION) throw error
}
