// The one type that loaders and hooks read the contract through: the official client's table part.
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '#shared/database.types.ts'

/** Tables and functions of the contract, whoever asks: a loader as a guest, a browser as its member. */
export type DbClient = Pick<SupabaseClient<Database>, 'from' | 'rpc'>
