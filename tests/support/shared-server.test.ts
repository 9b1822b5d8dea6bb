import { expect, test } from 'vitest'
import { connect } from '../../api/database/connection.ts'
import { sharedServer } from './shared-server.ts'

test('the site that a test file left in maintenance is open to the next one', async () => {
  const used = await sharedServer()
  const statusOf = async () => (await fetch(`${used.url}/forums`)).status
  const sql = connect(used.adminDatabaseUrl, { max: 1 })
  await sql`update public.site_settings set maintenance_mode = true`
  await sql.end()
  await expect.poll(statusOf).toBe(503)
  await sharedServer()
  await expect.poll(statusOf).toBe(200)
})
