// What a hand-written handler (controls.ts) executes in place of a request to /rest/v1: the same SQL, which is planned here
// and not by the handler, as the same member.
import { decodeJwt } from 'jose'
import { connect } from '../api/database/connection.ts'
import { poolUrl } from '../api/database/pool-role.ts'
import { readCatalog } from '../api/rest/catalog.ts'
import { parseQuery } from '../api/rest/parse.ts'
import { rowsOf } from '../api/rest/payload.ts'
import { planReadRequest, planWriteRequest } from '../api/rest/plan-relation-request.ts'
import { planCallRequest } from '../api/rest/plan-routine-request.ts'
import { readRequest, splitAddress } from '../api/rest/request.ts'
import { REST_DEFAULTS } from '../api/rest/settings.ts'
import type { SqlStatement } from '../api/rest/sql.ts'
import { relationOf } from '../api/rest/target.ts'
import { storedSecrets } from '../api/secrets.ts'
import { guest, type Viewer } from '../api/viewer.ts'
import type { TestServer } from '../tests/support/server.ts'

/** The file that the handler is started with: it has so many connections, and a GET executes the first statement. */
export type HandWritten = { url: string; connections: number; statements: SqlStatement[] }

/** The body of a POST to the handler. */
export type Asked = Partial<{ statement: number; values: SqlStatement['values']; viewer: Viewer }>

/** A request to /rest/v1: a member's by its token, or a guest's from an address. */
export type Sent = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: string
  token?: string
  address?: string
}

/** As many as the site's own pool has. */
const CONNECTIONS = 10

/** Plans requests to `site`. @returns the handler's file, and its request for each of them, in their order */
export async function handWritten(
  site: TestServer,
  requests: readonly Sent[],
): Promise<{ file: HandWritten; asked: Asked[] }> {
  const { ENCRYPTION_KEY } = await storedSecrets(site.dataDir)
  const url = poolUrl(site.adminDatabaseUrl, ENCRYPTION_KEY)
  const pool = connect(url, { max: 1 })
  try {
    const db = { pool, ownerUrl: url, close: async () => undefined }
    const catalog = await readCatalog(db, REST_DEFAULTS.schemas)
    const plan = async ({ method, path, body = '' }: Sent): Promise<SqlStatement> => {
      const address = splitAddress(`http://site${path}`)
      const init =
        body === '' ? { method } : { method, body, headers: { 'content-type': 'application/json' } }
      const request = readRequest(new Request(`http://site${path}`, init), address, REST_DEFAULTS)
      const query = parseQuery(address.query)
      const { target } = request
      if (target.kind === 'root') throw new Error(`${path} names no table and no function`)
      if (target.kind === 'routine')
        return planCallRequest(catalog, target.name, request, query, body).statement
      const relation = relationOf(catalog, 'public', target.name)
      if (method === 'GET') return planReadRequest(catalog, relation, request, query).statement
      const rows = method === 'DELETE' ? null : rowsOf(body, 'application/json', query.columns)
      return planWriteRequest(catalog, relation, request, query, rows, { sanitizers: {}, shown: {} })
        .statement
    }
    const planned = await Promise.all(requests.map(plan))
    const texts = [...new Set(planned.map(({ text }) => text))]
    return {
      file: {
        url,
        connections: CONNECTIONS,
        statements: texts.map((text) => planned.find((one) => one.text === text) as SqlStatement),
      },
      asked: planned.map(({ text, values }, index) => ({
        statement: texts.indexOf(text),
        values,
        viewer: viewerOf(requests[index]),
      })),
    }
  } finally {
    await pool.end({ timeout: 1 })
  }
}

function viewerOf({ token, address = '127.0.0.1' }: Partial<Sent> = {}): Viewer {
  if (token === undefined) return guest(address)
  const claims = decodeJwt<{ session_id: string }>(token)
  const { sub: userId = null, session_id: sessionId } = claims
  return { role: 'authenticated', claims, userId, sessionId, address }
}
