// Suggests members while a mention is typed. The text keeps the focus; arrows, Enter and Tab choose.
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Avatar } from '#app/ui/avatar.tsx'
import { count } from '#shared/format.ts'
import * as t from '#words/editor.ts'
import type { Offer } from './mention.ts'

type MentionListProps = {
  id: string
  offer: Offer
  active: number
  onActive: (index: number) => void
  /** An element of the editor: the list is attached to the dialog or main element around it, above everything else. */
  near: Element
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

export function MentionList({ id, offer, active, onActive, near }: MentionListProps) {
  const list = useRef<HTMLDivElement>(null)
  const { mount } = offer
  useEffect(() => (list.current ? mount(list.current) : undefined), [mount])
  return createPortal(
    <div
      ref={list}
      className="fixed z-50 w-64 overflow-hidden rounded-card border border-line bg-surface py-1 shadow-float"
    >
      <div id={id} role="listbox" aria-label={t.membersToMention}>
        {offer.members.map((member, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text's, which keeps the focus
          <div
            key={member.username}
            id={optionId(id, index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="flex min-h-11 cursor-pointer items-center gap-2 px-3 text-14 aria-selected:bg-accent-soft"
            onMouseDown={(event) => event.preventDefault()}
            onMouseEnter={() => onActive(index)}
            onClick={() => offer.choose(member)}
          >
            <Avatar id={member.id} src={member.avatar_url} size={24} />
            <span className="min-w-0 truncate">
              <span className="font-semibold">{member.username}</span>
              {member.full_name ? <span className="text-muted"> {member.full_name}</span> : null}
            </span>
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {t.toMention(count(offer.members.length, t.member, t.members))}
      </p>
    </div>,
    near.closest('dialog, main') ?? document.body,
  )
}
