// Finding a discussion by what an old link says of it: its id, the end of its address, or its title alone.
import type { DbClient } from '#app/platform/supabase/db-client.ts'
import { slugify, threadIdRange, threadPath } from '#shared/slugs.ts'

const ADDRESSED = 'id, title, category:forum_categories!threads_category_id_fkey(slug)'

/** The address of the discussion that `reference` means; null when there is none, or several have that title. */
export async function findThreadPath(reader: DbClient, reference: string): Promise<string | null> {
  const range = threadIdRange(reference)
  if (range) {
    const { data } = await reader
      .from('threads')
      .select(ADDRESSED)
      .gte('id', range.from)
      .lte('id', range.to)
      .limit(1)
      .maybeSingle()
      .throwOnError()
    if (data) return threadPath(data)
  }
  // A title may end in what looks like an id.
  const slug = slugify(reference)
  if (slug === '') return null
  const { data } = await reader.rpc('threads_by_title_slug', { slug }).select(ADDRESSED).throwOnError()
  const [thread] = data
  return thread && data.length === 1 ? threadPath(thread) : null
}
