// The location of this site's migrations, for the start and for tests.
import { join } from 'node:path'
import type { Migrations } from '../api/database/migrate.ts'

const SUPABASE = join(import.meta.dirname, '../supabase')

export const SITE_MIGRATIONS: Migrations = {
  folders: [join(SUPABASE, 'migrations')],
  // 83 files were merged into one for each domain.
  replaces: {
    last: '20261124030030',
    checksum: '6339fc9d08428344528863fb6586184ff5e14af41c690cfbaa72472764f4056d',
    upgrade: join(SUPABASE, 'upgrades/20261124030030.sql'),
    becomes: '0930',
  },
}
