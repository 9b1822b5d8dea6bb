// Encrypts values that must be readable again (secrets of second factors), so that the database alone does not reveal
// them: AES-256-GCM with a key of the server, bound to the owning row.
// biome-ignore lint/style/noRestrictedImports: the nonce of the cipher is bytes.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from '../../crypto.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** @param secret key material that every process of the site has and the database does not */
export function createSealer(secret: string) {
  const key = deriveKey(secret, 'arthachowk second factors')
  return {
    /** @param owner id that the ciphertext is bound to */
    seal: (text: string, owner: string): string => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner))
      const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), closed]).toString('base64url')
    },
    /** @throws Error for another key, another owner, or a modified text */
    open: (sealed: string, owner: string): string => {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    },
  }
}
