// The reactions under a message. A member's own ones can be taken back; guests see the counts.
import { singlePress } from '#app/ui/single-press.ts'
import { count } from '#shared/format.ts'
import * as t from '#words/chat.ts'
import type { Reactions } from './queries.ts'

/** As the database knows them (chat_reactions_kind_known). */
export const REACTIONS: Readonly<Record<string, { sign: string; label: string }>> = {
  agree: { sign: '👍', label: t.agree },
  thanks: { sign: '🙏', label: t.thanks },
  laugh: { sign: '😄', label: t.funny },
  idea: { sign: '💡', label: t.goodIdea },
  doubt: { sign: '🤔', label: t.notSure },
}

type Props = {
  reactions: Reactions
  /** Of the message, within the names of the buttons. */
  name: string
  /** Null for guests. */
  onReact: ((kind: string, on: boolean) => void) | null
}

export function MessageReactions({ reactions, name, onReact }: Props) {
  const shape =
    'inline-flex min-h-11 items-center gap-1 rounded-full border px-2.5 text-13 tabular-nums sm:min-h-7'
  return (
    <ul aria-label={t.reactionsTo(name)} className="my-1 flex flex-wrap gap-1">
      {reactions.flatMap(({ kind, count: number, own }) => {
        const known = REACTIONS[kind]
        if (!known) return []
        const shown = (
          <>
            <span aria-hidden>{known.sign}</span>
            <span aria-hidden>{number}</span>
            <span className="sr-only">
              {known.label}: {count(number, t.member, t.members)}
            </span>
          </>
        )
        return (
          <li key={kind}>
            {onReact ? (
              <button
                type="button"
                aria-pressed={own}
                title={known.label}
                className={`${shape} ${own ? 'border-accent bg-accent-soft text-accent' : 'border-line hover:bg-raised'}`}
                onClick={singlePress((press: { detail: number; stopPropagation: () => void }) => {
                  press.stopPropagation()
                  onReact(kind, !own)
                })}
              >
                {shown}
              </button>
            ) : (
              <span title={known.label} className={`${shape} border-line`}>
                {shown}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
