// Migrates the database that DATABASE_URL names and exits, as a node does first. A separate process, so that it can be
// killed.
import { connect } from '../../api/database/connection.ts'
import { migrate } from '../../api/database/migrate.ts'
import { SITE_MIGRATIONS } from '../../server/migrations.ts'

const sql = connect(process.env.DATABASE_URL ?? '', { max: 1 })
await migrate(sql, SITE_MIGRATIONS)
await sql.end()
