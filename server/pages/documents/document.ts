// Types of documents.
import type { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '../../../shared/database.types.ts'

/** The REST API, as a guest. */
export type GuestReader = PostgrestClient<Database>

/** `tags` for the cache, as of a page. */
export type Document = { type: string; body: string | Buffer; tags: Iterable<string> }
