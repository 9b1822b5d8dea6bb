// The location of this site's migrations, for the start and for tests.
import { join } from 'node:path'
import type { Migrations } from '../api/database/migrate.ts'

const SUPABASE = join(import.meta.dirname, '../supabase')

export const SITE_MIGRATIONS: Migrations = {
  folders: [join(SUPABASE, 'migrations')],
  // 104 files were merged into the baseline.
  replaced: { archive: join(SUPABASE, 'upgrades/20261222080000.json.gz'), baseline: '20261126105500' },
}
