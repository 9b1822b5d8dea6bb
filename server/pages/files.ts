// The build's files, in memory with their compressed variants: they are few and small, and hashed names never change.
// A library that streams from disk (sirv) would open a file per request, and leave it open when the client
// disconnects.
//
// A page opened before a deployment requests the modules of its own build when it hydrates: files of earlier builds
// are served for a week (scripts/previous-assets.mjs sets them aside). A week of deployments leaves thousands of them,
// of which few are requested, so these are read when they are.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Encoding } from '../../api/http/accept.ts'
import { entityTag, type Page, sendPage } from './send.ts'

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

/** Files of earlier builds that stay in memory after a request. */
const MOST_PREVIOUS = 100

/**
 * Reads `folder` (the client build) once, with the .br and .gz variants beside its files.
 * @param previous folder of earlier builds' files; a file's mtime is when it was set aside
 */
export function readFiles(folder: string, previous?: string) {
  const files = new Map(pathsIn(folder).map((path) => [path, readPage(folder, path)]))
  const earlier = previous === undefined ? () => undefined : earlierFiles(previous)
  return {
    /** The path of the file that a module of the build is in; null: there is none. */
    find: (pattern: RegExp): string | null => [...files.keys()].find((path) => pattern.test(path)) ?? null,
    /** @returns false when `path` is not a file */
    answer: (path: string, request: IncomingMessage, response: ServerResponse): boolean => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      const file = files.get(path) ?? earlier(path)
      if (!file) return false
      sendPage(file, request, response)
      return true
    },
  }
}

export type StaticFiles = ReturnType<typeof readFiles>

/** @returns the file of an earlier build at a path, if it was set aside within a week */
function earlierFiles(folder: string): (path: string) => Page | undefined {
  const paths = new Set(pathsIn(folder))
  const pages = new LRUCache<string, Page>({ max: MOST_PREVIOUS })
  return (path) => {
    if (!paths.has(path)) return undefined
    // A build deletes files that are older.
    const setAside = statSync(join(folder, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Date.now() - setAside > PREVIOUS_FOR_MS) return undefined
    const page = pages.get(path) ?? readPage(folder, path)
    pages.set(path, page)
    return page
  }
}

/** The paths of the files in `folder` that have a content type. */
function pathsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => TYPES[extname(name)])
    .map((name) => `/${name.replaceAll('\\', '/')}`)
}

function readPage(folder: string, path: string): Page {
  const file = join(folder, path)
  const body = readFileSync(file)
  const compressed = new Map<Encoding, Buffer>()
  if (existsSync(`${file}.br`)) compressed.set('br', readFileSync(`${file}.br`))
  if (existsSync(`${file}.gz`)) compressed.set('gzip', readFileSync(`${file}.gz`))
  const headers = {
    'content-type': TYPES[extname(path)] ?? '',
    'cache-control': path.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600',
    etag: entityTag(body),
    vary: 'Accept-Encoding',
  }
  return { status: 200, headers, body, compressed }
}
