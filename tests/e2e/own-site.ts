// A separate site with its administrator, for a journey that would disturb the others.
import { connect } from '../support/database.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { call } from './discussions.ts'
import { type Member, newcomer, signUpByApi } from './people.ts'

/** Starts a site whose administrator has used the printed link. */
export async function startOwnSite(
  env: Record<string, string> = {},
): Promise<{ site: TestServer; admin: Member }> {
  const site = await startServer(env)
  return { site, admin: await claimAdmin(site) }
}

/** A new member, who uses the link that the site has printed for its first administrator. */
export async function claimAdmin(site: TestServer): Promise<Member> {
  const admin = await signUpByApi(newcomer('meera'), site)
  const token = new URL(site.adminLink ?? '').searchParams.get('token')
  await call(admin.token, 'POST', 'rpc/claim_admin', { token }, site)
  return admin
}

/** Runs SQL as the owner, to create states that otherwise take time. */
export async function runSql(site: Pick<TestServer, 'adminDatabaseUrl'>, text: string): Promise<void> {
  const sql = connect(site.adminDatabaseUrl, { max: 1 })
  try {
    await sql.unsafe(text)
  } finally {
    await sql.end()
  }
}
