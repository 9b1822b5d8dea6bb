// What was signed, derived and hashed by an earlier release stays valid: the values here are an earlier release's.
import { expect, test } from 'vitest'
import { createPasses } from '../server/admin/passes.ts'
import { createUnsubscribeLinks } from '../server/mail/unsubscribe-links.ts'
import { createLanePasses } from '../server/pages/lane-passes.ts'
import { createPushKeys } from '../server/push/keys.ts'
import { stableId } from '../supabase/seed/read.ts'
import { createSealer } from './auth/mfa/sealing.ts'
import { deriveKey, digest, digestOfParts, hmac, isEqual, randomToken } from './crypto.ts'
import { probeToken } from './http/proxy-probe.ts'
import { recipientToken } from './mail/recipient-token.ts'
import { namespaceOf } from './redis.ts'
import { fingerprint } from './secrets.ts'
import { createSignatures } from './storage/objects/signatures.ts'

const SECRET = 'the secret of the test vectors'
const NOW = 1_800_000_000_000

test.each([
  ['arthachowk refresh tokens', 'Cjd-uj3CJpKOY7sfcFnSI3LICHDtpEaqzd1sEyAW0uw'],
  ['arthachowk mailed codes', 'QBBKCSUSXkdCYt00ynGp7x8v3QMo2pyfO3qioKSQ8oE'],
])('the key for %s is what it was', (label, key) => {
  expect(deriveKey(SECRET, label).toString('base64url')).toBe(key)
})

test('digests and signatures are what they were', () => {
  expect(digest('text')).toBe('mC2ePrmW9VnmM_TRlN7zdh2Qn1o7ZH0ahR_q1nwyydE')
  const hex = '982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1'
  expect([digest('text', 'hex'), digest('text', 'buffer').toString('hex')]).toEqual([hex, hex])
  expect(digestOfParts().update('te').update('xt').digest('hex')).toBe(hex)
  expect(hmac(SECRET, 'text')).toBe('bJ0V0w2AhPMbg5wbmgG2sZvJTWJXPjbsFkJMmfb3l_c')
})

test('texts are equal only if they are the same, whatever their lengths', () => {
  expect(isEqual('text', 'text')).toBe(true)
  expect(isEqual('text', Buffer.from('text'))).toBe(true)
  for (const other of ['', 'tex', 'Text', 'texts', 'text ']) expect(isEqual('text', other)).toBe(false)
})

test('tokens are random, and as long as is asked', () => {
  expect(Buffer.from(randomToken(32), 'base64url')).toHaveLength(32)
  expect(randomToken(9, 'hex')).toMatch(/^[0-9a-f]{18}$/)
  expect(randomToken(32)).not.toBe(randomToken(32))
})

test.each<[what: string, made: () => string, before: string]>([
  [
    'the secret of a second factor',
    () =>
      createSealer(SECRET).open('KG56Oa7-p6DOMhyRCFaO-8boJXEhwJFaSpEFncJ7XmJZv_lZiAs9Yi0JVAg', 'factor 1'),
    'JBSWY3DPEHPK3PXP',
  ],
  [
    'the doctor’s probe',
    () => probeToken(SECRET, NOW),
    '1800000060000.wh9DmaLb-V5ruv7jbNPWzJ0BJhoX-BGdkkX3koPgPqA',
  ],
  [
    'a link that ends mails',
    () => createUnsubscribeLinks(SECRET, 'https://forum.example').of('m1', 'all'),
    'https://forum.example/mail/unsubscribe?token=m1.all.jpTZBHJdt9cyBwph9rDPe31Ju0B_AbopKO_iSmuYDR4',
  ],
  [
    'the key that push services know',
    () => createPushKeys(SECRET).publicKey,
    'BCzKUHqY0AJgjdLNcIRYVvpgt_rACUSsH2l5rZdV_G0QKQNOKU1JyNexBXc97bBq_6DEmIr2bqdEm7MLahjzni4',
  ],
  [
    'a subject of pushes',
    () => createPushKeys(SECRET).topicOf('m1', 'thread 1'),
    'hEERlg-5LbznO1hQdWNLveJpWZRxZAiO',
  ],
  [
    'a member’s lane pass',
    () => createLanePasses(SECRET, { secure: true }).forMember('m1', NOW),
    'lane=m7r6iHgkocO8lFjNr.1800604800.Fo6y2cjjJjeuhqiGL9NQVNEZOxzOXK7x9r5qKcmDZso; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure',
  ],
  [
    'a maintenance pass',
    () => createPasses(SECRET, { secure: true }).issue(NOW),
    'maintenance-pass=1800003600.00cmKoVesf5qWfK6Gf2mIMlm3AjFB2UYzeK69pCe5po; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure',
  ],
  ['the names in Redis', () => namespaceOf(SECRET), 'arthachowk:yyiidVNKR53_eWvsMH1bSP'],
  ['a key’s fingerprint', () => fingerprint(SECRET), 'mFcdCrBi71q4dvtjPjiJkGBuPfd3WEeeYop32R6GvLM'],
  [
    'a mail’s recipient',
    () => recipientToken(SECRET, 'Asha@Example.com'),
    'c233ab1ae3b91820537c5f29b0181136',
  ],
  ['an id of the sample', () => stableId('member asha'), 'ddb6624f-4a32-463b-8e9c-5a3b1e5a3b1e'],
])('%s is what it was', (_what, made, before) => {
  expect(made()).toBe(before)
})

test('a signed address of an earlier release opens its file', async () => {
  const token =
    'eyJhbGciOiJIUzI1NiJ9.eyJ1cmwiOiJiL24iLCJ1c2UiOiJkb3dubG9hZCIsImlhdCI6MTc5NTY4ODk4NSwiZXhwIjo0Nzk1Njg4OTg1fQ.Ex-xbZThD8M88Zz5oGLa8G-VJ2LDDDgf1bp3xbVGetI'
  expect(await createSignatures(SECRET).verify(token, 'download', 'b/n')).toMatchObject({ url: 'b/n' })
})
