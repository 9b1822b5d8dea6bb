// What a document is made from, and what becomes of it.
import type { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '../../../shared/database.types.ts'

/** The contract as a guest reads it. */
export type GuestReader = PostgrestClient<Database>

/** `tags` name what it shows, as a page's do. */
export type Document = { type: string; body: string | Buffer; tags: Iterable<string> }
