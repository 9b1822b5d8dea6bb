// Encrypts the secret parts of a backup: AES-256-GCM, with a key that scrypt derives from the operator's passphrase.
// biome-ignore lint/style/noRestrictedImports: salt and nonce of the cipher are bytes.
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { ConfigError } from '../config-error.ts'

/** Shorter ones can be guessed by whoever gets an archive. */
const SHORTEST_PASSPHRASE = 16

/**
 * For what writes archives; those that were made with a shorter passphrase are still read.
 * @throws ConfigError
 */
export function assertStrong(passphrase: string | null): void {
  if (passphrase !== null && [...passphrase].length < SHORTEST_PASSPHRASE)
    throw new ConfigError(`BACKUP_PASSPHRASE must be at least ${SHORTEST_PASSPHRASE} characters`)
}

const CIPHER = 'aes-256-gcm'
const [SALT_BYTES, IV_BYTES, TAG_BYTES] = [16, 12, 16]
const HEAD_BYTES = SALT_BYTES + IV_BYTES + TAG_BYTES

/** @param passphrase that `decrypt` needs */
export function encrypt(content: Buffer, passphrase: string): Buffer {
  const [salt, iv] = [randomBytes(SALT_BYTES), randomBytes(IV_BYTES)]
  const cipher = createCipheriv(CIPHER, scryptSync(passphrase, salt, 32), iv)
  const encrypted = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([salt, iv, cipher.getAuthTag(), encrypted])
}

/** @throws Error for another passphrase, or content that was changed */
export function decrypt(content: Buffer, passphrase: string): Buffer {
  const salt = content.subarray(0, SALT_BYTES)
  const iv = content.subarray(SALT_BYTES, SALT_BYTES + IV_BYTES)
  const tag = content.subarray(SALT_BYTES + IV_BYTES, HEAD_BYTES)
  const decipher = createDecipheriv(CIPHER, scryptSync(passphrase, salt, 32), iv).setAuthTag(tag)
  return Buffer.concat([decipher.update(content.subarray(HEAD_BYTES)), decipher.final()])
}

/** Plain bytes of a frame. One key and nonce must not encrypt more than 64 GiB, and a base copy may be larger. */
const FRAME_BYTES = 1024 ** 2
/** Random bytes that begin every nonce of a stream; the frame's number and a flag of the last frame follow. */
const PREFIX_BYTES = 7

function nonceOf(prefix: Buffer, frame: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(IV_BYTES)
  prefix.copy(nonce)
  nonce.writeUInt32BE(frame, PREFIX_BYTES)
  nonce.writeUInt8(Number(isLast), IV_BYTES - 1)
  return nonce
}

/** Cuts a stream into parts of `size` bytes, of which the last may be shorter, or empty. */
async function* partsOf(
  chunks: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ part: Buffer; isLast: boolean }> {
  let rest: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    rest.push(chunk)
    bytes += chunk.length
    if (bytes <= size) continue
    let all = Buffer.concat(rest)
    for (; all.length > size; all = all.subarray(size)) yield { part: all.subarray(0, size), isLast: false }
    rest = [all]
    bytes = all.length
  }
  yield { part: Buffer.concat(rest), isLast: true }
}

/** Encrypts a stream in frames. Changed, missing, reordered or added frames are detected. */
export function encryptStream(passphrase: string) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const [salt, prefix] = [randomBytes(SALT_BYTES), randomBytes(PREFIX_BYTES)]
    const key = scryptSync(passphrase, salt, 32)
    yield Buffer.concat([salt, prefix])
    let frame = 0
    for await (const { part, isLast } of partsOf(chunks, FRAME_BYTES)) {
      const cipher = createCipheriv(CIPHER, key, nonceOf(prefix, frame++, isLast))
      yield Buffer.concat([cipher.update(part), cipher.final(), cipher.getAuthTag()])
    }
  }
}

/**
 * The reverse of `encryptStream`: its output is authenticated.
 * @throws Error for another passphrase, or content that was changed or truncated
 */
export function decryptStream(passphrase: string) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let head: Buffer = Buffer.alloc(0)
    const all = chunks[Symbol.asyncIterator]()
    while (head.length < SALT_BYTES + PREFIX_BYTES) {
      const { value, done } = await all.next()
      if (done) throw new Error('it is cut off')
      head = Buffer.concat([head, value])
    }
    const key = scryptSync(passphrase, head.subarray(0, SALT_BYTES), 32)
    const prefix = head.subarray(SALT_BYTES, SALT_BYTES + PREFIX_BYTES)
    const frames = async function* () {
      yield head.subarray(SALT_BYTES + PREFIX_BYTES)
      yield* { [Symbol.asyncIterator]: () => all }
    }
    let frame = 0
    for await (const { part, isLast } of partsOf(frames(), FRAME_BYTES + TAG_BYTES)) {
      const decipher = createDecipheriv(CIPHER, key, nonceOf(prefix, frame++, isLast))
      decipher.setAuthTag(part.subarray(-TAG_BYTES))
      yield Buffer.concat([decipher.update(part.subarray(0, -TAG_BYTES)), decipher.final()])
    }
  }
}
