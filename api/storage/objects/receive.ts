// Receives an upload, raw or as a form, to disk: counted as it arrives, never held in memory.
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { digestOfParts } from '../../crypto.ts'
import { asObject } from '../context.ts'
import { invalidMimeType, invalidRequest, StorageError, tooLarge } from '../errors.ts'
import { reencode } from '../images/images.ts'

/** How much is read beyond a limit before the connection is closed: clients read the refusal only after sending. */
const DRAIN_BYTES = 16 * 1024 * 1024
const FIELD_BYTES = 64 * 1024
const FIELDS = 10
const SVG = /^image\/svg/i
const TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+( *; *[\w-]+=("[^"]*"|[\w.-]+))*$/

export type Received = {
  /** The complete file in the spool; the caller moves or deletes it. */
  path: string
  size: number
  eTag: string
  mimetype: string
  cacheControl: string
  userMetadata: Record<string, unknown> | null
}

type Claims = { mimetype: string; cacheControl: string | null; metadata: string | null }
type Upload = { mimetype: string; written: Promise<void> }
type Bounds = {
  bytes: number
  types: readonly string[] | null
  /** Pictures are kept as they come, of whatever kind. */
  asIs?: boolean
}

/**
 * Receives the file of `request`, checks it against its bucket's limits, and re-encodes images.
 * @throws StorageError; the spool is clean then
 */
export async function receive(request: Request, spool: string, bounds: Bounds): Promise<Received> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  // Larger than what is drained: refused before reading.
  if (declared > bounds.bytes + DRAIN_BYTES) throw tooLarge()
  const path = join(spool, randomUUID())
  try {
    return await acceptFile(path, await takeBody(request, path, bounds.bytes), bounds)
  } catch (error) {
    await unlink(path).catch(() => undefined)
    throw error
  }
}

/**
 * Checks the complete file at `path` against its bucket's limits, and re-encodes it if it is an image.
 * @throws StorageError; the file is gone then
 */
export async function acceptFile(path: string, claims: Claims, bounds: Bounds): Promise<Received> {
  try {
    const userMetadata = readMetadata(claims.metadata)
    const cacheControl = readCacheControl(claims.cacheControl)
    const mimetype = readType(claims.mimetype, bounds.asIs)
    mustBeAllowed(mimetype, bounds.types)
    if (bounds.asIs || !mimetype.startsWith('image/')) {
      const weight = await weigh(path)
      if (weight.size > bounds.bytes) throw tooLarge()
      return { path, ...weight, mimetype, cacheControl, userMetadata }
    }
    const clean = `${path}.clean`
    try {
      const picture = await reencode(path, clean)
      mustBeAllowed(picture.mimetype, bounds.types)
      const weight = await weigh(clean)
      if (weight.size > bounds.bytes) throw tooLarge()
      await unlink(path)
      return { path: clean, ...weight, mimetype: picture.mimetype, cacheControl, userMetadata }
    } catch (error) {
      await unlink(clean).catch(() => undefined)
      throw error
    }
  } catch (error) {
    await unlink(path).catch(() => undefined)
    throw error
  }
}

async function takeBody(request: Request, path: string, limit: number): Promise<Claims> {
  if (!request.body) throw invalidRequest('No content provided')
  const body = Readable.fromWeb(request.body as ReadableStream)
  const type = request.headers.get('content-type') ?? 'application/octet-stream'
  if (/^multipart\/form-data/i.test(type)) return takeForm(body, type, path, limit)
  await spoolTo(path, body, limit)
  const metadata = request.headers.get('x-metadata')
  return {
    mimetype: type,
    cacheControl: request.headers.get('cache-control'),
    metadata: metadata === null ? null : Buffer.from(metadata, 'base64').toString(),
  }
}

/** The first file of a form, and the fields that came before it. */
async function takeForm(body: Readable, type: string, path: string, limit: number): Promise<Claims> {
  const fields = new Map<string, string>()
  let file: Upload | null = null
  let source: Readable | null = null
  try {
    const { Busboy } = await import('@fastify/busboy')
    const form = new Busboy({
      headers: { 'content-type': type },
      limits: { files: 1, fields: FIELDS, fieldSize: FIELD_BYTES, parts: FIELDS + 1 },
    })
    form.on('field', (name, value) => fields.set(name, value))
    form.on('file', (_name, stream, _filename, _encoding, mimetype) => {
      source = stream
      file = {
        mimetype: TYPE.test(mimetype) ? mimetype : 'text/plain',
        written: spoolTo(path, stream, limit),
      }
      // Without a reader the form would wait for ever.
      file.written.catch((error: Error) => form.destroy(error))
    })
    await pipeline(body, form)
  } catch (error) {
    // The form does not end its file stream when the body is cut off.
    ;(source as Readable | null)?.destroy()
    await (file as Upload | null)?.written.catch(() => undefined)
    throw error instanceof StorageError ? error : invalidRequest('The form cannot be read')
  }
  const taken = file as Upload | null
  if (!taken) throw invalidRequest('No content provided')
  await taken.written
  const seconds = fields.get('cacheControl')
  return {
    mimetype: taken.mimetype,
    cacheControl: seconds === undefined ? null : `max-age=${seconds}`,
    metadata: fields.get('metadata') ?? null,
  }
}

async function spoolTo(path: string, source: Readable, limit: number): Promise<void> {
  // The source may fail before its first read; reported below.
  source.on('error', () => undefined)
  const file = await open(path, 'wx', 0o600)
  let size = 0
  try {
    for await (const chunk of readUnlessCutOff(source)) {
      size += chunk.length
      if (size <= limit) await file.write(chunk)
      else if (size > limit + DRAIN_BYTES) break
    }
  } finally {
    await file.close()
  }
  if (size > limit) throw tooLarge()
}

/** A truncated body is a client error; a disk error is not. */
async function* readUnlessCutOff(source: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of source) yield chunk as Buffer
  } catch {
    throw invalidRequest('The content ended too early')
  }
}

/** Size and entity tag of a file that was received. */
export async function weigh(path: string): Promise<{ size: number; eTag: string }> {
  const hash = digestOfParts()
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return { size: (await stat(path)).size, eTag: `"${hash.digest('hex').slice(0, 32)}"` }
}

/** @throws StorageError when it is no type, or one that no bucket takes */
export function readType(claimed: string, asIs = false): string {
  if (!TYPE.test(claimed) || claimed.length > 200) throw invalidMimeType(claimed.slice(0, 200))
  // SVG can contain scripts.
  if (!asIs && SVG.test(claimed)) throw invalidMimeType('image/svg+xml')
  return claimed
}

/** @throws StorageError when the bucket does not allow the type; `image/*` in its list stands for all images */
export function mustBeAllowed(mimetype: string, types: readonly string[] | null): void {
  if (!types || types.length === 0) return
  const [plain = ''] = mimetype.toLowerCase().split(';', 1)
  const family = `${plain.split('/', 1)[0]}/*`
  if (!types.some((type) => type === plain || type === family || type === '*/*'))
    throw invalidMimeType(mimetype)
}

function readCacheControl(value: string | null): string {
  const seconds = /max-age=(\d{1,9})(?!\d)/.exec(value ?? '')?.[1]
  return seconds === undefined ? 'no-cache' : `max-age=${Number(seconds)}`
}

function readMetadata(text: string | null): Record<string, unknown> | null {
  if (text === null) return null
  const metadata = text === '' ? null : asObject(text)
  if (!metadata) throw invalidRequest('The metadata must be a JSON object')
  return metadata
}
