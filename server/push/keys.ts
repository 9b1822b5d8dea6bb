// The keys by which push services know this site (VAPID, RFC 8292). They are derived from ENCRYPTION_KEY, which every process
// of the site has and which is kept in the data folder, so nothing else has to be stored or shared between nodes.
import { createECDH } from 'node:crypto'
import { deriveKey, hmac } from '../../api/crypto.ts'

/** @param secret key material that every process of the site has; another one ends all subscriptions */
export function createPushKeys(secret: string) {
  const derived = (use: string) => deriveKey(secret, `arthachowk push ${use}`)
  const privateKey = derived('signing')
  const pair = createECDH('prime256v1')
  // Throws for one number of four billion, which is none of the curve's.
  pair.setPrivateKey(privateKey)
  const subjects = derived('subjects')
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
    /** Names a subject without telling the push service which one: a newer message replaces one that still waits. */
    topicOf: (member: string, subject: string) => hmac(subjects, `${member} ${subject}`).slice(0, 32),
  }
}

export type PushKeys = ReturnType<typeof createPushKeys>
