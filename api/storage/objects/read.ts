// Reading an object that is visible to the caller, in a public bucket, or by a signed URL: GET and HEAD of its content,
// and GET /object/info/… of its metadata. Headers prevent browsers from running a file as a page or script of this site.
import { Readable } from 'node:stream'
import { type ByteRange, FileMissing } from '../backends/backend.ts'
import { isStoredAsIs, type StorageContext } from '../context.ts'
import { noSuchKey } from '../errors.ts'
import { findPublic, findSigned, findVisible, instant, type ObjectRow } from '../rows.ts'

/** Displayed inline; everything else is a download. */
const SHOWN = /^(image\/(jpeg|png|webp|gif|avif)|text\/plain)(;|$)/i
/** Types that a browser would execute or render as a page. */
const ACTIVE = /html|xml|svg|script|ecma|x-shockwave|wasm|mhtml|x-java/i
const SVG = /^image\/svg\+xml(;|$)/i
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

export type Audience = 'public' | 'private'

export async function downloadObject(context: StorageContext): Promise<Response> {
  return serveFile(context, await findVisible(context), 'private')
}

export async function downloadPublicObject(context: StorageContext): Promise<Response> {
  return serveFile(context, await findPublic(context), 'public')
}

export async function downloadSignedObject(context: StorageContext): Promise<Response> {
  const token = context.url.searchParams.get('token')
  await context.services.signatures.verify(token, 'download', `${context.bucket}/${context.name}`)
  return serveFile(context, await findSigned(context), 'private')
}

export async function objectInfo(context: StorageContext): Promise<Response> {
  return describe(await findVisible(context))
}

export async function publicObjectInfo(context: StorageContext): Promise<Response> {
  return describe(await findPublic(context))
}

function describe(row: ObjectRow): Response {
  const { size, mimetype, eTag, cacheControl, lastModified } = row.metadata
  return Response.json({
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size,
    content_type: mimetype,
    cache_control: cacheControl,
    etag: eTag,
    metadata: row.user_metadata ?? {},
    last_modified: lastModified,
    created_at: instant(row.created_at),
  })
}

export function fileHeaders(context: StorageContext, row: ObjectRow, audience: Audience): Headers {
  const { mimetype, eTag, cacheControl, lastModified } = row.metadata
  // As a picture of a page it runs no script; opened by itself it is a download, and sandboxed.
  const isPicture = SVG.test(mimetype) && isStoredAsIs(context.services, row.bucket_id)
  const type = ACTIVE.test(mimetype) && !isPicture ? 'text/plain; charset=utf-8' : mimetype
  return new Headers({
    'Content-Type': type,
    'Content-Disposition': disposition(context, row),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': `${audience}, ${cacheControl}`,
    'Last-Modified': new Date(lastModified).toUTCString(),
    'Accept-Ranges': 'bytes',
    ETag: eTag,
  })
}

async function serveFile(context: StorageContext, row: ObjectRow, audience: Audience): Promise<Response> {
  const headers = fileHeaders(context, row, audience)
  if (isFresh(context.request.headers, headers)) return new Response(null, { status: 304, headers })
  const { size } = row.metadata
  const range = readRange(context.request.headers, headers, size)
  if (range === 'beyond') {
    headers.set('Content-Range', `bytes */${size}`)
    headers.delete('ETag')
    return new Response(null, { status: 416, headers })
  }
  headers.set('Content-Length', String(range ? range.end - range.start + 1 : size))
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  const status = range ? 206 : 200
  if (context.request.method === 'HEAD' || size === 0) return new Response(null, { status, headers })
  const file = await context.services.backend.read(row.version, range).catch((error: unknown) => {
    if (!(error instanceof FileMissing)) throw error
    // Not an error: repeated requests would fill the log.
    context.services.log.warn({ object: row.id }, 'storage.file_missing')
    throw noSuchKey()
  })
  return new Response(Readable.toWeb(file) as ReadableStream, { status, headers })
}

/** Whether the client's copy, by its ETag or date, is current. */
export function isFresh(asked: Headers, answer: Headers): boolean {
  const known = asked.get('if-none-match')
  const eTag = answer.get('etag') ?? ''
  if (known !== null) {
    return known.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === eTag)
  }
  const since = Date.parse(asked.get('if-modified-since') ?? '')
  return !Number.isNaN(since) && Date.parse(answer.get('last-modified') ?? '') <= since
}

/**
 * The range of a request; null: the whole file, also for several ranges, other units and invalid ones, as HTTP
 * allows. A thousand small ranges cost no more than none.
 */
export function readRange(asked: Headers, answer: Headers, size: number): ByteRange | 'beyond' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(asked.get('range') ?? '') ?? []
  if (first === '' && last === '') return null
  const unless = asked.get('if-range')
  if (unless !== null && unless !== answer.get('etag') && unless !== answer.get('last-modified')) return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'beyond' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'beyond' : { start, end }
}

/** Images are shown under their own name; a download uses the requested name, or the object's. */
function disposition({ url }: StorageContext, { id, name, metadata }: ObjectRow): string {
  const asked = url.searchParams.get('download')
  if (asked === null && SHOWN.test(metadata.mimetype)) {
    const extension = EXTENSIONS[metadata.mimetype]
    return extension ? `inline; filename="${id}.${extension}"` : 'inline'
  }
  const wanted = asked || name.split('/').at(-1) || id
  const plain = wanted.replace(/[^\w .()+-]/g, '_').slice(0, 150)
  // encodeURIComponent refuses half of a surrogate pair.
  const full = encodeURIComponent(wanted.slice(0, 150).toWellFormed()).replace(/['()*]/g, escapeByte)
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`
}

function escapeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
