// Reads a request body: bounded, JSON, of the expected shape, and with characters that PostgreSQL can store.
import { z } from 'zod'
import { BodyError, readText } from '../http/bounded-body.ts'
import { parseUntrustedJson } from '../http/untrusted-json.ts'
import { AuthError, invalid } from './errors.ts'

/** Of any request: the largest part is a proof of work, or the metadata. More fields than these bytes hold take their time. */
export const MAX_BODY_BYTES = 64 * 1_024
/** Metadata is part of every access token, and a request's headers are limited to 16 KiB. */
export const MAX_METADATA_BYTES = 4_096

const text = z
  .string()
  .refine(
    (value) => value.isWellFormed() && !value.includes('\0'),
    'contains characters that cannot be stored',
  )

/** An optional field; null and '' count as missing, as in GoTrue. */
export const optionalText = text.nullish().transform((value) => value || null)
export const metadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? null)

/**
 * Reads the JSON body of `request`.
 * @throws AuthError 413 when it is too long, 400 bad_json when it does not match `shape`
 */
export async function readBody<Shape extends z.ZodType>(
  request: Request,
  shape: Shape,
): Promise<z.output<Shape>> {
  return shaped(await readText(request).catch(refuse), shape)
}

/** As readBody; null for an empty body. */
export async function readOptionalBody<Shape extends z.ZodType>(
  request: Request,
  shape: Shape,
): Promise<z.output<Shape> | null> {
  const text = await readText(request).catch(refuse)
  return text === '' ? null : shaped(text, shape)
}

function shaped<Shape extends z.ZodType>(text: string, shape: Shape): z.output<Shape> {
  const parsed = shape.safeParse(parsedJson(text))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw badJson(issue ? `${issue.path.join('.') || 'body'}: ${issue.message}` : 'unexpected shape')
  }
  return parsed.data
}

/** @throws AuthError 422 when `data` is too large to travel in a token, 400 when it cannot be stored */
export function checkMetadata(data: Record<string, unknown>): void {
  const written = JSON.stringify(data)
  if (Buffer.byteLength(written) > MAX_METADATA_BYTES) {
    const limit = `${MAX_METADATA_BYTES} bytes`
    throw new AuthError(422, 'validation_failed', `User metadata cannot be longer than ${limit}`)
  }
  // JSON.stringify escapes NUL and lone surrogates; an even number of backslashes before is text.
  if (/(?:^|[^\\])(?:\\\\)*\\u(?:0000|d[89a-f])/i.test(written)) {
    throw badJson('data: contains characters that cannot be stored')
  }
}

const MAX_EMAIL_LENGTH = 255

/**
 * Normalises `email` for storage and lookup: ASCII as HTML's input type accepts it, lower case, one spelling per
 * mailbox. Look-alike letters of other alphabets are refused rather than folded, because they could impersonate
 * another address.
 * @throws AuthError 400 validation_failed when it is not an address
 */
export function normalEmail(email: string): string {
  if (email.length > MAX_EMAIL_LENGTH) throw invalid('An email address is too long')
  if (!z.regexes.html5Email.test(email)) throw invalid('Unable to validate email address: invalid format')
  return foldCase(email)
}

/** Lower-cases A to Z only: in Unicode, K (the Kelvin sign) would become k and match another account. */
export function foldCase(email: string): string {
  return email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

function refuse(error: unknown): never {
  if (!(error instanceof BodyError)) throw error
  if (error.reason !== 'too large') throw badJson(error.message)
  const message = `Request body too large (max ${MAX_BODY_BYTES} bytes)`
  throw new AuthError(413, 'request_entity_too_large', message)
}

function parsedJson(text: string): unknown {
  try {
    return parseUntrustedJson(text)
  } catch (error) {
    throw badJson((error as SyntaxError).message)
  }
}

function badJson(reason: string): AuthError {
  return new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${reason}`)
}

/** Metadata as GoTrue stores it: null removes a key. */
export function withoutNull(data: Record<string, unknown> | null): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data ?? {}).filter(([, value]) => value !== null))
}
