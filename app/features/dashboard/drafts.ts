// What a kept draft is about. Its key says so: `<member>:new-discussion`, `<member>:reply:<discussion>`,
// `<member>:edit:<discussion or reply>`.

export type DraftItem = {
  key: string
  at: number
  kind: 'New discussion' | 'Reply' | 'Edit'
  /** What it answers or changes. */
  targetId: string | null
  title: string
  /** HTML, as it was typed. */
  text: string
}

type Kept = { key: string; at: number; value: unknown }

/**
 * The draft as the list shows it; null for what is none of these or holds nothing.
 * @param prefix of the member's keys
 */
export function draftItem({ key, at, value }: Kept, prefix: string): DraftItem | null {
  const [noun = '', id = null] = key.slice(prefix.length).split(':')
  const kind = KINDS.get(noun)
  const { title = '', content = typeof value === 'string' ? value : '' } = fieldsOf(value)
  if (!kind || (title.trim() === '' && content.trim() === '')) return null
  return { key, at, kind, targetId: kind === 'New discussion' ? null : id, title, text: content }
}

const KINDS: ReadonlyMap<string, DraftItem['kind']> = new Map([
  ['new-discussion', 'New discussion'],
  ['reply', 'Reply'],
  ['edit', 'Edit'],
])

function fieldsOf(value: unknown): { title?: string; content?: string } {
  if (typeof value !== 'object' || value === null) return {}
  const { title, content } = value as { title?: unknown; content?: unknown }
  return {
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof content === 'string' ? { content } : {}),
  }
}
