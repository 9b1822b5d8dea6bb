// What an error of PostgreSQL becomes on the wire: status by SQLSTATE, body passed through.
// Source of the table: https://docs.postgrest.org/en/stable/references/errors.html#http-status-codes
import { isObject, tryParseJson } from '../http/untrusted-json.ts'
import { RestError } from './errors.ts'

/** The fields of an error that PostgreSQL sends, as the driver names them. */
export type DatabaseError = { code: string; message: string; detail?: string; hint?: string }

const BY_CODE: Readonly<Record<string, number>> = {
  '23503': 409, // foreign_key_violation
  '23505': 409, // unique_violation
  '25006': 405, // read_only_sql_transaction: a GET that would write
  '53400': 500, // configuration_limit_exceeded
  '57P01': 503, // admin_shutdown
  '57P02': 503,
  '57P03': 503,
  '42883': 404, // undefined_function
  '42P01': 404, // undefined_table
  '42P17': 500, // infinite recursion in a policy
  P0001: 400, // raise exception without a code
}

/** Classes of SQLSTATEs by status; those of no other are 400. */
const CLASSES = new Map([
  [403, ['0L', '0P', '28']],
  [500, ['09', '25', '2D', '38', '39', '3B', '40', '54', '55', '57', '58', 'F0', 'HV', 'P0', 'XX']],
  [503, ['08', '53']],
])

/**
 * HTTP status of a SQLSTATE.
 * @param authenticated whether the caller has a session: a guest who lacks a privilege is told to sign in
 */
function statusOf(error: DatabaseError, authenticated: boolean): number {
  const { code, message } = error
  if (code === '42501') return authenticated ? 403 : 401
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500
  if (code === '22023') return message.startsWith('role') && message.endsWith('does not exist') ? 401 : 400
  // The caller's array; upstream answers 500.
  if (code === '54000' && message.startsWith('number of array dimensions')) return 400
  // The caller's words of a full text search, with too many operators; upstream answers 500.
  if (code === 'XX000' && message === 'tsquery stack too small') return 400
  if (/^PT[1-5]\d\d$/.test(code)) return Number(code.slice(2))
  if (code.startsWith('PT')) return 500
  const ofClass = [...CLASSES].find(([, classes]) => classes.includes(code.slice(0, 2)))
  return BY_CODE[code] ?? ofClass?.[0] ?? 400
}

/** Turns an error of PostgreSQL into the answer that PostgREST gives for it. */
export function fromDatabase(error: DatabaseError, authenticated: boolean): RestError {
  if (error.code === 'PGRST') return raised(error)
  const status = statusOf(error, authenticated)
  return new RestError(status, error.code, error.message, {
    details: error.detail ?? null,
    hint: error.hint ?? null,
    headers: {
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...retryAfter(error),
    },
  })
}

/** Who raises PT429 says in its detail how long to wait: 'Retry after 30 seconds.', or the number alone. */
function retryAfter({ code, detail }: DatabaseError): Record<string, string> {
  const [, seconds] =
    (code === 'PT429' && /^(?:Retry after )?(\d{1,9})(?: seconds?\.?)?$/i.exec(detail ?? '')) || []
  return seconds === undefined ? {} : { 'retry-after': seconds }
}

/** `raise sqlstate 'PGRST'` with JSON in message and detail: the function decides the whole answer. */
function raised(error: DatabaseError): RestError {
  const message = parseObject(error.message)
  if (message === null || typeof message.code !== 'string' || typeof message.message !== 'string') {
    return raiseError(
      `Invalid JSON value for MESSAGE: '${error.message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    )
  }
  const advice =
    "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."
  if (error.detail === undefined) return raiseError('DETAIL is missing in the RAISE statement', advice)
  const detail = parseObject(error.detail)
  const status = detail?.status
  if (!detail || typeof status !== 'number' || !isStringRecord(detail.headers) || !isStatus(status)) {
    return raiseError(`Invalid JSON value for DETAIL: '${error.detail}'`, advice)
  }
  return new RestError(status, message.code, message.message, {
    details: message.details ?? null,
    hint: typeof message.hint === 'string' ? message.hint : null,
    headers: detail.headers,
  })
}

const raiseError = (details: string, hint: string) =>
  new RestError(500, 'PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error', {
    details,
    hint,
  })

/** Statuses that a Response may carry with a body. */
export const isStatus = (status: number) => Number.isInteger(status) && status >= 200 && status <= 599

function parseObject(text: string): Record<string, unknown> | null {
  const value = tryParseJson(text)
  return isObject(value) ? value : null
}

function isStringRecord(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((one) => typeof one === 'string')
  )
}
