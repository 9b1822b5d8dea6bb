// Each line that the doctor may say about files, mail, Redis and push, by facts that a machine rarely has at once.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { type Backend, FileMissing } from '../../api/storage/backends/backend.ts'
import { expectRemedies, lines } from '../../tests/support/findings.ts'
import { checked, wrong } from './finding.ts'
import { checkContact, checkReach } from './push.ts'
import { checkBackend, checkEncryption, checkMail, checkRedis } from './services.ts'
import type { Settings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'arthachowk-doctor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('files', () => {
  /** A backend in memory, with `broken` in place of its own functions. */
  function backend(broken: Partial<Backend> = {}): Backend {
    const kept = new Set<string>()
    return {
      put: async (version) => void kept.add(version),
      read: async (version) => {
        if (!kept.has(version)) throw new FileMissing('gone')
        return Readable.from([Buffer.from('a probe of npm run doctor')])
      },
      copy: async () => undefined,
      remove: async (versions) => versions.forEach((version) => void kept.delete(version)),
      ...broken,
    }
  }
  const check = (broken?: Partial<Backend>) =>
    checkBackend(backend(broken), folder, 'The bucket b', 'Mend the bucket')

  test('that are taken, given and deleted', async () => {
    expect(lines(await check())).toEqual(['ok storage: The bucket b takes, gives and deletes a file'])
  })

  test.each<[string, Partial<Backend>, string]>([
    [
      'other bytes',
      { read: async () => Readable.from(['?']) },
      'wrong storage: The bucket b gave other bytes than were written',
    ],
    [
      'a file that stays',
      { remove: async () => undefined },
      'wrong storage: The bucket b does not delete files',
    ],
  ])('%s', async (_what, broken, line) => {
    const findings = await check(broken)
    expect(lines(findings)).toEqual([line])
    expectRemedies(findings)
  })

  test('a backend that refuses is a finding', async () => {
    const put = async () => Promise.reject(new Error('AccessDenied'))
    const findings = await checked('storage', 'Mend the bucket', () => check({ put }))
    expect(findings).toEqual([wrong('storage', 'AccessDenied', 'Mend the bucket')])
  })
})

describe('mail and Redis', () => {
  const settings = (changed: Partial<Settings>) =>
    ({
      smtpUrl: null,
      redisUrl: null,
      siteUrl: null,
      mailFrom: 'a@b.example',
      dataDir: folder,
      ...changed,
    }) as Settings

  test('without a mail server', async () => {
    expect(lines(await checkMail(settings({}), null))).toEqual([
      'ok mail: E-mails are written to files in the data folder, as SMTP_URL is not set',
    ])
    expect(lines(await checkMail(settings({}), 'you@b.example'))).toEqual([
      'warning mail: SMTP_URL is not set, so no e-mail was sent',
    ])
  })

  test.each([
    ['smtp://u:p@mail.example', 1],
    ['smtp://u:p@mail.example?requireTLS=true', 0],
    ['smtps://u:p@mail.example', 0],
    ['smtp://mail.example', 0],
    ['smtp://u:p@127.0.0.1', 0],
  ])('%s: a password in the clear, %i times', (url, count) => {
    const findings = checkEncryption(url)
    expect(findings).toHaveLength(count)
    expectRemedies(findings)
  })

  test('servers that do not answer', async () => {
    const mail = await checkMail(settings({ smtpUrl: 'smtp://127.0.0.1:1' }), null)
    const redis = await checkRedis(settings({ redisUrl: 'redis://127.0.0.1:1' }))
    expect(lines([...mail, ...redis])).toEqual([
      'wrong mail: connect ECONNREFUSED 127.0.0.1:1',
      'wrong redis: connect ECONNREFUSED 127.0.0.1:1',
    ])
    expectRemedies([...mail, ...redis])
    expect(await checkRedis(settings({}))).toEqual([])
  })
})

test.each([
  [
    checkContact({ siteUrl: 'https://example.org', mailFrom: 'post@localhost' }),
    'ok push: Push services get https://example.org/contact as the contact',
  ],
  [
    checkContact({ siteUrl: 'http://example.org', mailFrom: 'Chowk <post@example.org>' }),
    'warning push: Push is on, and SITE_URL is not https: browsers offer no push there, and push services get mailto:post@example.org as the contact',
  ],
  [checkReach([]), 'ok push: This machine reaches the push services'],
  [
    checkReach(['web.push.apple.com']),
    'warning push: This machine does not reach web.push.apple.com: devices with their browsers get nothing',
  ],
])('push: %#', (findings, line) => {
  expect(lines(findings)).toEqual([line])
  expectRemedies(findings)
})
