// A member's name in a text: a link to their page, one piece to the editor. Names that are typed without choosing
// from the list stay plain text and count all the same (supabase/migrations: private.extract_mentions).
import { Mention as LibraryMention } from '@tiptap/extension-mention'
import type { SuggestionProps } from '@tiptap/suggestion'
import { type Client, client } from '#app/platform/session/session.ts'
import { USERNAME } from '#shared/limits.ts'
import { memberPath } from '#shared/slugs.ts'

const WAIT_MS = 120

/** What is offered while a name is typed. */
export type Offer = {
  members: readonly Named[]
  choose: (member: Named) => void
  /** Keeps an element beside the name. @returns what ends that */
  mount: SuggestionProps['mount']
}

export type Listener = {
  /** Null: nothing is being named any more. */
  onOffer: (offer: Offer | null) => void
  /** @returns whether the key was meant for the list */
  onKey: (event: KeyboardEvent) => boolean
}

/** @param listener shows what is offered; asked anew each time */
export function createMention(listener: () => Listener) {
  return LibraryMention.extend({
    addAttributes: () => ({ id: { default: null } }),
    parseHTML: () => [
      {
        tag: 'a[href^="/experts/"]',
        // Before the rule that makes links of links.
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
      allowedPrefixes: [' ', '\u00a0', '(', '"'],
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

export type Named = { username: string; full_name: string | null; avatar_url: string | null }

/** What could be the beginning of a username, as it is typed after the @. */
function isBeginning(typed: string): boolean {
  return typed.length <= USERNAME.max && /^[A-Za-z0-9_.-]+$/.test(typed)
}

/** Members whose username begins so, the most esteemed first. */
async function findMembers(client: Client, beginning: string, signal: AbortSignal): Promise<Named[]> {
  const { data, error } = await client
    .from('profiles')
    .select('username, full_name, avatar_url')
    // An underscore stands for any letter, unless it is said to be itself.
    .ilike('username', `${beginning.replaceAll('_', '\\_')}%`)
    .neq('user_level', 'Banned')
    .order('reputation', { ascending: false })
    .order('username')
    .limit(OFFERED)
    .abortSignal(signal)
  // Somebody who types on has no use for this answer; whoever is offline types the name by hand.
  if (error) return []
  return data
}
