// The build's files, in memory with their compressed variants: they are few and small, and hashed names never change.
// A library that streams from disk (sirv) would open a file per request, and leave it open when the client
// disconnects.
//
// A page opened before a deployment requests the modules of its own build when it hydrates: files of earlier builds
// are served for a week (scripts/previous-assets.mjs sets them aside).
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { type Encoding, entityTag, type Page, sendPage } from './send.ts'

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
const PREVIOUS_FOR_MS = 7 * 24 * 3_600_000

/**
 * Reads `folder` (the client build) once, with the .br and .gz variants beside its files.
 * @param previous folder of earlier builds' files; a file's mtime is when it was set aside
 */
export function readFiles(folder: string, previous?: string) {
  const files = new Map<string, Page>()
  if (previous) {
    const since = Date.now() - PREVIOUS_FOR_MS
    readFolder(previous, files, (file) => statSync(file).mtimeMs > since)
  }
  readFolder(folder, files)
  return {
    /** @returns false when `path` is not a file */
    answer: (path: string, request: IncomingMessage, response: ServerResponse): boolean => {
      const file = files.get(path)
      if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return false
      sendPage(file, request, response)
      return true
    },
  }
}

export type StaticFiles = ReturnType<typeof readFiles>

function readFolder(folder: string, files: Map<string, Page>, isServed = (_file: string) => true): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[extname(name)]
    const file = join(folder, name)
    if (!type || !isServed(file)) continue
    const path = `/${name.replaceAll('\\', '/')}`
    const isHashed = path.startsWith('/assets/')
    const body = readFileSync(file)
    const compressed = new Map<Encoding, Buffer>()
    if (existsSync(`${file}.br`)) compressed.set('br', readFileSync(`${file}.br`))
    if (existsSync(`${file}.gz`)) compressed.set('gzip', readFileSync(`${file}.gz`))
    const headers = {
      'content-type': type,
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      etag: entityTag(body),
      vary: 'Accept-Encoding',
    }
    files.set(path, { status: 200, headers, body, compressed })
  }
}
