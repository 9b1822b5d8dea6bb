// The menu of the reactions to a message. Loaded for members.
import { SmilePlus } from 'lucide-react'
import { MenuButton } from '#app/ui/overlays/menu-button.tsx'
import * as t from '#words/chat.ts'
import type { Reactions } from './queries.ts'
import { REACTIONS } from './reactions.tsx'

type MenuProps = {
  /** Of the message, within the name of the button. */
  name: string
  reactions: Reactions
  onReact: (kind: string, on: boolean) => void
}

export default function ReactMenu({ name, reactions, onReact }: MenuProps) {
  const own = new Set(reactions.filter((one) => one.own).map(({ kind }) => kind))
  return (
    <MenuButton
      label={t.reactTo(name)}
      className="act"
      items={Object.entries(REACTIONS).map(([kind, { sign, label }]) => ({
        label,
        icon: <span aria-hidden>{sign}</span>,
        checked: own.has(kind),
        onSelect: () => onReact(kind, !own.has(kind)),
      }))}
    >
      <SmilePlus size={16} aria-hidden />
      <span className="word">{t.react}</span>
    </MenuButton>
  )
}
