// Keys that sign access tokens: rotated, shared by several nodes, and supplied by the operator.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ask, newMember, refresh } from '../support/identity.ts'
import { PROGRAM_ENV, startServer, type TestServer } from '../support/server.ts'

/** Each test starts its own servers. */
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const ROOT = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'arthachowk-keys-'))
const secretsOf = (dataDir: string) => JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
const rotate = (...options: string[]) =>
  execFileSync(process.execPath, [join(ROOT, 'scripts/rotate-keys.ts'), ...options], {
    env: { ...PROGRAM_ENV, DATA_DIR: folder },
  })
const kidOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
const kids = async (server: TestServer) => {
  const { body } = await ask(server, '.well-known/jwks.json')
  return body.keys.map(({ kid }: JWK) => kid)
}

async function newKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, alg: 'ES256' }
}

/** `token`, changed and signed again with `key`. */
async function resigned(token: string, key: JWK, changes: Record<string, unknown> = {}): Promise<string> {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return new SignJWT({ ...claims, ...changes })
    .setProtectedHeader({ alg: 'ES256', kid: key.kid ?? '' })
    .sign(await importJWK(key, 'ES256'))
}

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('npm run rotate-keys', () => {
  let server: TestServer
  let before: JWK
  let session: { access_token: string; refresh_token: string }

  beforeAll(async () => {
    server = await startServer({ DATA_DIR: folder })
    session = await newMember(server)
    before = secretsOf(folder).SIGNING_KEY
    await server.stop()
    rotate()
    server = await startServer({ DATA_DIR: folder })
  })

  afterAll(() => server.stop())

  test('signs with a new key; tokens of the previous key stay valid until they expire', async () => {
    expect(kidOf(session.access_token)).toBe(before.kid)
    expect((await ask(server, 'user', { token: session.access_token })).status).toBe(200)
    const { body } = await refresh(server, session.refresh_token)
    expect(kidOf(body.access_token)).toBe(secretsOf(folder).SIGNING_KEY.kid)
    expect(kidOf(body.access_token)).not.toBe(before.kid)
    expect((await ask(server, 'user', { token: body.access_token })).status).toBe(200)
  })

  test('publishes both public keys, and no private one', async () => {
    expect(await kids(server)).toEqual([secretsOf(folder).SIGNING_KEY.kid, before.kid])
    const { body } = await ask(server, '.well-known/jwks.json')
    for (const key of body.keys) {
      expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'])
    }
  })

  test('deletes the private half of the old key and keeps the file readable by its owner alone', () => {
    const { PREVIOUS_SIGNING_KEYS: previous } = secretsOf(folder)
    expect(previous).toMatchObject([{ kid: before.kid, retired_at: expect.any(Number) }])
    expect(previous[0]).not.toHaveProperty('d')
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  })

  test('a thief with the old key cannot forge a token that outlives the last genuine one', async () => {
    const lasting = { exp: Math.floor(Date.now() / 1_000) + 2 * 3_600 }
    const forged = await resigned(session.access_token, before, lasting)
    expect((await ask(server, 'user', { token: forged })).body.error_code).toBe('bad_jwt')
    // The allowed twin: within that hour a forged token looks genuine. `--revoke` is for a stolen key.
    expect((await ask(server, 'user', { token: await resigned(session.access_token, before) })).status).toBe(
      200,
    )
  })

  test('nor can the thief use the new key’s id', async () => {
    const { kid } = secretsOf(folder).SIGNING_KEY
    const forged = await resigned(session.access_token, { ...before, kid })
    expect((await ask(server, 'user', { token: forged })).body.error_code).toBe('bad_jwt')
  })

  test('--revoke rejects all tokens of earlier keys, and sessions stay', async () => {
    const { body: last } = await refresh(server, session.refresh_token)
    await server.stop()
    rotate('--revoke')
    server = await startServer({ DATA_DIR: folder })
    expect((await ask(server, 'user', { token: last.access_token })).body.error_code).toBe('bad_jwt')
    expect((await ask(server, 'user', { token: session.access_token })).body.error_code).toBe('bad_jwt')
    const { status, body } = await refresh(server, last.refresh_token)
    expect(status).toBe(200)
    expect((await ask(server, 'user', { token: body.access_token })).status).toBe(200)
  })
})

describe('keys by environment', () => {
  test('nodes with the same SIGNING_KEYS accept each other’s tokens; a standby key verifies already', async () => {
    const [current, coming] = [await newKey('2026-11'), await newKey('2026-12')]
    const one = await startServer({ SIGNING_KEYS: JSON.stringify([current, coming]) })
    const other = mkdtempSync(join(tmpdir(), 'arthachowk-node-'))
    cpSync(join(one.dataDir, 'secrets.json'), join(other, 'secrets.json'))
    const two = await startServer({
      DATA_DIR: other,
      SIGNING_KEYS: JSON.stringify([coming, current]),
      DATABASE_URL: one.adminDatabaseUrl,
    })
    try {
      const { access_token: token } = await newMember(one)
      expect(kidOf(token)).toBe('2026-11')
      expect((await ask(two, 'user', { token })).status).toBe(200)
      const { access_token: later } = await newMember(two)
      expect(kidOf(later)).toBe('2026-12')
      expect((await ask(one, 'user', { token: later })).status).toBe(200)
      expect(await kids(two)).toEqual(['2026-12', '2026-11'])
      expect(readFileSync(join(one.dataDir, 'secrets.json'), 'utf8')).not.toContain(current.d)
    } finally {
      await two.stop()
      await one.stop()
      rmSync(other, { recursive: true, force: true })
    }
  })

  test('VERIFICATION_KEYS let another issuer sign for accounts, but never as the service', async () => {
    const theirs = await newKey('theirs')
    const { d: _, ...half } = theirs
    const server = await startServer({ VERIFICATION_KEYS: JSON.stringify([half]) })
    try {
      const { access_token: token } = await newMember(server)
      expect((await ask(server, 'user', { token: await resigned(token, theirs) })).status).toBe(200)
      const stranger = await resigned(token, await newKey('theirs'))
      expect((await ask(server, 'user', { token: stranger })).body.error_code).toBe('bad_jwt')
      const service = await resigned(token, theirs, { role: 'service_role' })
      expect((await ask(server, 'admin/users', { token: service })).status).toBe(403)
      expect(await kids(server)).toContain('theirs')
    } finally {
      await server.stop()
    }
  })
})

test('a data folder from before key rotation has one key and keeps using it', async () => {
  const older = mkdtempSync(join(tmpdir(), 'arthachowk-older-'))
  const key = await newKey('older')
  const kept = { PUBLISHABLE_KEY: 'sb_publishable_of-before', SECRET_KEY: `sb_secret_${'x'.repeat(32)}` }
  writeFileSync(join(older, 'secrets.json'), JSON.stringify({ ...kept, SIGNING_KEY: key }))
  const server = await startServer({ DATA_DIR: older })
  try {
    expect(await kids(server)).toEqual(['older'])
    expect(secretsOf(older)).toMatchObject({ ...kept, SIGNING_KEY: key, PREVIOUS_SIGNING_KEYS: [] })
  } finally {
    await server.stop()
    rmSync(older, { recursive: true, force: true })
  }
})
