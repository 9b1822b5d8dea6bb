// A mention: a link to a member's page, which the editor treats as one unit. A name that is typed without the list
// stays plain text and counts as a mention too (private.extract_mentions in supabase/schemas).
import { Mention as LibraryMention } from '@tiptap/extension-mention'
import type { SuggestionProps } from '@tiptap/suggestion'
import { type Client, client } from '#app/platform/session/session.ts'
import { USERNAME } from '#shared/limits.ts'
import { beginsMention } from '#shared/mentions.ts'
import { memberPath } from '#shared/slugs.ts'

const WAIT_MS = 120

/** The suggestions while a name is typed. */
export type Offer = {
  members: readonly Named[]
  choose: (member: Named) => void
  /** Keeps an element beside the name. @returns stops doing so */
  mount: SuggestionProps['mount']
}

export type Listener = {
  /** Null: no name is being typed any more. */
  onOffer: (offer: Offer | null) => void
  /** @returns whether the list handled the key */
  onKey: (event: KeyboardEvent) => boolean
}

/** @param listener shows the suggestions; called again on each change */
export function createMention(listener: () => Listener) {
  return LibraryMention.extend({
    addAttributes: () => ({ id: { default: null } }),
    parseHTML: () => [
      {
        tag: 'a[href^="/experts/"]',
        // Must run before the rule that turns URLs into links.
        priority: 100,
        getAttrs: (element) => {
          const [sign, ...name] = element.textContent ?? ''
          const id = name.join('')
          return sign === '@' && element.getAttribute('href') === memberPath(id) ? { id } : false
        },
      },
    ],
    renderHTML: ({ node }) => ['a', { href: memberPath(node.attrs.id) }, `@${node.attrs.id}`],
    renderText: ({ node }) => `@${node.attrs.id}`,
  }).configure({
    deleteTriggerWithBackspace: true,
    suggestion: {
      // As `allow` tells.
      allowedPrefixes: null,
      allow: ({ state, range }) => {
        const { parent, parentOffset } = state.doc.resolve(range.from)
        const type = state.schema.nodes.mention
        const before = parent.textBetween(0, parentOffset, undefined, '\n')
        return Boolean(type && parent.type.contentMatch.matchType(type)) && beginsMention(before)
      },
      minQueryLength: 1,
      debounce: WAIT_MS,
      floatingUi: { strategy: 'fixed' },
      items: async ({ query, signal }) =>
        isBeginning(query) ? findMembers(await client(), query, signal) : [],
      render: () => {
        const offer = ({ items, command, mount }: SuggestionProps<Named, { id: string }>) =>
          listener().onOffer(
            items.length > 0
              ? { members: items, mount, choose: ({ username }) => command({ id: username }) }
              : null,
          )
        return {
          onStart: offer,
          onUpdate: offer,
          onExit: () => listener().onOffer(null),
          onKeyDown: ({ event }) => listener().onKey(event),
        }
      },
    },
  })
}

const OFFERED = 6

export type Named = { id: string; username: string; full_name: string | null; avatar_url: string | null }

/** The beginning of a username after the @. */
function isBeginning(typed: string): boolean {
  return typed.length <= USERNAME.max && /^[A-Za-z0-9_.-]+$/.test(typed)
}

/** Members whose username begins with this, the highest reputation first. */
async function findMembers(client: Client, beginning: string, signal: AbortSignal): Promise<Named[]> {
  const { data, error } = await client
    .from('profiles')
    .select('id, username, full_name, avatar_url')
    // An underscore is a wildcard unless it is escaped.
    .ilike('username', `${beginning.replaceAll('_', '\\_')}%`)
    .neq('user_level', 'Banned')
    .order('reputation', { ascending: false })
    .order('username')
    .limit(OFFERED)
    .abortSignal(signal)
  // Ignored when the user types on or is offline: the name can be typed in full.
  if (error) return []
  return data
}
