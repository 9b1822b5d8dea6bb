// The context of every storage endpoint: the caller, the object, and the services.

import type { Database } from '../database/database.ts'
import { BodyError, readText } from '../http/bounded-body.ts'
import { isObject, tryParseJson } from '../http/untrusted-json.ts'
import type { Limits } from '../limits/limits.ts'
import type { Logger } from '../log.ts'
import type { Viewer } from '../viewer.ts'
import type { Backend } from './backends/backend.ts'
import { invalidRequest } from './errors.ts'
import type { RenditionCache } from './images/images.ts'
import type { Signatures } from './objects/signatures.ts'
import type { FileSettings } from './settings.ts'

export type StorageServices = {
  db: Database
  log: Logger
  limits: Limits
  backend: Backend
  signatures: Signatures
  renderings: RenditionCache
  spool: string
  files: FileSettings
  /** Deletes the files of deleted rows soon. */
  sweepSoon(): void
}

export type StorageContext = {
  request: Request
  url: URL
  viewer: Viewer
  services: StorageServices
  bucket: string
  /** Empty for endpoints of a bucket. */
  name: string
}

/** Whether pictures in a bucket stay as they come: no code of ours has decoded them. */
export function isStoredAsIs({ files: { asIs } }: Pick<StorageServices, 'files'>, bucket: string): boolean {
  return asIs.includes('*') || asIs.includes(bucket)
}

export type Endpoint = (context: StorageContext) => Promise<Response>

export const JSON_BYTES = 256 * 1024

/** Reads the body as a JSON object; empty without a body. @throws StorageError */
export async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  const object = asObject(await readText(request).catch(refuse))
  if (!object) throw invalidRequest('body must be object')
  return object
}

/** @returns null for text that isn't a JSON object, or is nested too deep */
export function asObject(text: string): Record<string, unknown> | null {
  const value = text === '' ? {} : tryParseJson(text)
  return isObject(value) ? value : null
}

function refuse(error: unknown): never {
  if (!(error instanceof BodyError)) throw error
  throw invalidRequest(error.reason === 'too large' ? 'The body is too long' : 'body must be object')
}

export function textOf(body: Record<string, unknown>, field: string): string {
  const value = body[field]
  if (typeof value !== 'string') throw invalidRequest(`body must have required property '${field}'`)
  return value
}

/** @throws StorageError unless it is a whole number within the bounds, or missing */
export function numberOf(
  body: Record<string, unknown>,
  field: string,
  bounds: { min: number; max: number; otherwise: number },
): number {
  const value = body[field] ?? bounds.otherwise
  if (typeof value !== 'number' || !Number.isInteger(value) || value < bounds.min) {
    throw invalidRequest(`body/${field} must be an integer >= ${bounds.min}`)
  }
  return Math.min(value, bounds.max)
}

/** @throws StorageError unless it is a list of one to `most` strings */
export function stringsOf(
  body: Record<string, unknown>,
  field: string,
  most: number,
  kind: string,
): string[] {
  const list = body[field]
  const isList = Array.isArray(list) && list.every((one): one is string => typeof one === 'string')
  if (isList && list.length > 0 && list.length <= most) return list
  throw invalidRequest(`body/${field} must be a list of 1 to ${most} ${kind}`)
}
