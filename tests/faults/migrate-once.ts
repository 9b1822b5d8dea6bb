// Migrates the database that DATABASE_URL names, and ends: what a node does first. A process of its own, to be killed.
import { connect } from '../../api/database/connection.ts'
import { migrate } from '../../api/database/migrate.ts'
import { SITE_MIGRATIONS } from '../../server/migrations.ts'

const sql = connect(process.env.DATABASE_URL ?? '', { max: 1 })
await migrate(sql, SITE_MIGRATIONS)
await sql.end()
