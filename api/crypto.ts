// The home of digests, keys, signatures, comparisons in constant time and random tokens: one hash (SHA-256), one
// derivation. What they return stands in databases, cookies and mails, so it must not change (crypto.test.ts).
import { createHash, createHmac, type Hash, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

type Data = string | NodeJS.ArrayBufferView
type Encoding = 'base64' | 'base64url' | 'hex'

/** SHA-256. @param encoding of the digest; `buffer`: 32 bytes */
export function digest(data: Data, encoding?: Encoding): string
export function digest(data: Data, encoding: 'buffer'): Buffer
export function digest(data: Data, encoding: Encoding | 'buffer' = 'base64url'): string | Buffer {
  return encoding === 'buffer' ? hash('sha256', data, 'buffer') : hash('sha256', data, encoding)
}

/** SHA-256 of what is added in parts. */
export function digestOfParts(): Hash {
  return createHash('sha256')
}

/** HMAC-SHA-256. @param encoding of the signature; `buffer`: 32 bytes */
export function hmac(key: Data, text: string, encoding?: Encoding): string
export function hmac(key: Data, text: string, encoding: 'buffer'): Buffer
export function hmac(key: Data, text: string, encoding: Encoding | 'buffer' = 'base64url'): string | Buffer {
  const signed = createHmac('sha256', key).update(text)
  return encoding === 'buffer' ? signed.digest() : signed.digest(encoding)
}

/**
 * A key of 32 bytes for one use (HKDF with SHA-256), so that what is signed or encrypted for one use is valid for no other.
 * @param secret key material that every process of the site has
 * @param label names the use
 */
export function deriveKey(secret: string, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', label, 32))
}

/** Whether both are the same, in a time that depends on neither: digests are compared, because these have equal lengths. */
export function isEqual(one: Data, other: Data): boolean {
  return timingSafeEqual(digest(one, 'buffer'), digest(other, 'buffer'))
}

/** @param bytes of randomness; the text is longer: in base64url by a third, in hex twice */
export function randomToken(bytes: number, encoding: Encoding = 'base64url'): string {
  return randomBytes(bytes).toString(encoding)
}
