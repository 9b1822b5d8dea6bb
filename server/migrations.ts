// Where this site's schema is, for the start and for tests.
import { join } from 'node:path'

export const SITE_MIGRATIONS = join(import.meta.dirname, '../supabase/migrations')
