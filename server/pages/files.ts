// The build's files, in memory with their compressed forms: there are few, they are small, and each name
// that carries a hash never changes its bytes.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { preferredEncoding } from './cache.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.json': 'application/json',
}

type StoredFile = { type: string; cacheControl: string; body: Buffer; br?: Buffer; gzip?: Buffer }

export type StaticFiles = {
  /** @returns false when `path` is no file */
  answer(path: string, request: IncomingMessage, response: ServerResponse): boolean
}

/** Reads `folder` (the client half of the build) once; .br and .gz files beside a file are its encodings. */
export function readFiles(folder: string): StaticFiles {
  const files = new Map<string, StoredFile>()
  if (existsSync(folder)) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const type = TYPES[extname(name)]
      if (!type) continue
      const path = `/${name.replaceAll('\\', '/')}`
      const hashed = path.startsWith('/assets/')
      const file = join(folder, name)
      files.set(path, {
        type,
        cacheControl: hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        body: readFileSync(file),
        ...(existsSync(`${file}.br`) ? { br: readFileSync(`${file}.br`) } : {}),
        ...(existsSync(`${file}.gz`) ? { gzip: readFileSync(`${file}.gz`) } : {}),
      })
    }
  }
  return { answer: (path, request, response) => answer(files.get(path), request, response) }
}

function answer(file: StoredFile | undefined, request: IncomingMessage, response: ServerResponse): boolean {
  if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return false
  const encoding = preferredEncoding(request.headers['accept-encoding'])
  const body = (encoding && file[encoding]) || file.body
  response.writeHead(200, {
    'content-type': file.type,
    'content-length': body.length,
    'cache-control': file.cacheControl,
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
    ...(body === file.body ? {} : { 'content-encoding': encoding ?? '' }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
  return true
}
