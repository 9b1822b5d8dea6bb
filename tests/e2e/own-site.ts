// A site for one journey, with its administrator, for what would disturb the other journeys.
import { connect } from '../support/database.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { call } from './discussions.ts'
import { type Member, newcomer, signUpByApi } from './people.ts'

/** Starts one; its administrator has taken up the printed link. */
export async function startOwnSite(
  env: Record<string, string> = {},
): Promise<{ site: TestServer; admin: Member }> {
  const site = await startServer(env)
  const admin = await signUpByApi(newcomer('meera'), site)
  const token = new URL(site.adminLink ?? '').searchParams.get('token')
  await call(admin.token, 'POST', 'rpc/claim_admin', { token }, site)
  return { site, admin }
}

/** Runs SQL past every rule, to set a scene that time alone would bring. */
export async function runSql(site: TestServer, text: string): Promise<void> {
  const sql = connect(site.adminDatabaseUrl, { max: 1 })
  try {
    await sql.unsafe(text)
  } finally {
    await sql.end()
  }
}
