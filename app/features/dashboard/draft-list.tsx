// The member's drafts, which are stored in the browser that they were written in.
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { localStore } from '#app/platform/browser/browser-storage.ts'
import { dropDraft, listDrafts } from '#app/platform/drafts/drafts.ts'
import { TimeAgo } from '#app/ui/clock.tsx'
import { Empty } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { spoken } from '#shared/language-of.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import { excerptOf } from '#shared/plain-text.ts'
import * as t from '#words/dashboard.ts'
import { dashboardPath } from './address.ts'
import { dashboardQueries } from './queries.ts'

const EXCERPT_LENGTH = 160

export function DraftList({ userId, page }: { userId: string; page: number }) {
  const prefix = `${userId}:`
  const [drafts, setDrafts] = useState(() => listDrafts(localStore(), prefix, Date.now()))
  const items = drafts.map((draft) => draftItem(draft, prefix)).filter((item) => item !== null)
  const ids = items.flatMap(({ targetId }) => targetId ?? [])
  const targets = useQuery({ ...dashboardQueries.draftTargets(userId, ids), enabled: ids.length > 0 })
  if (items.length === 0)
    return (
      <Empty title={t.noDrafts} action={<ButtonLink to="/new-discussion">{t.newDiscussion}</ButtonLink>}>
        {t.whatYouTypeAndDo}
      </Empty>
    )
  return (
    <>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {items.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((item) => (
          <DraftRow
            key={item.key}
            item={item}
            target={item.targetId === null ? null : (targets.data?.get(item.targetId) ?? null)}
            onDiscard={() => {
              dropDraft(localStore(), item.key)
              setDrafts(listDrafts(localStore(), prefix, Date.now()))
            }}
          />
        ))}
      </ul>
      <Pagination
        page={page}
        pages={Math.ceil(items.length / PAGE_SIZE)}
        href={(to) => dashboardPath('activity', 'drafts', to)}
        label={t.pagesOfDrafts}
      />
    </>
  )
}

type DraftRowProps = {
  item: DraftItem
  /** Null while loading, if it was deleted, and for a new discussion. */
  target: { title: string; path: string } | null
  onDiscard: () => void
}

function DraftRow({ item, target, onDiscard }: DraftRowProps) {
  const { kind, title, text, at } = item
  const name = title || target?.title || t.withoutATitle
  const words = name === t.withoutATitle ? {} : spoken(name)
  const path = kind === 'discussion' ? '/new-discussion' : target?.path
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <div className="min-w-0 grow">
        <h3 className="font-sans text-15 leading-5 font-semibold [overflow-wrap:anywhere]">
          {path ? (
            <Link to={path} {...words} className="hover:text-accent hover:underline">
              {name}
            </Link>
          ) : (
            <span {...words}>{name}</span>
          )}
        </h3>
        <p {...spoken(text)} className="mt-1 line-clamp-2 max-w-prose text-15 [overflow-wrap:anywhere]">
          {excerptOf(text, EXCERPT_LENGTH)}
        </p>
        <p className="mt-1 text-13 text-muted">
          {t.typed(KIND_WORDS[kind])} <TimeAgo at={new Date(at).toISOString()} />
        </p>
      </div>
      <button
        type="button"
        aria-label={t.discardDraft(name)}
        onClick={onDiscard}
        className="inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-control px-2 text-14 text-muted hover:bg-loss-soft hover:text-loss sm:min-h-9"
      >
        <Trash2 size={16} aria-hidden />
        <span className="max-sm:sr-only">{t.discard}</span>
      </button>
    </li>
  )
}

export type DraftItem = {
  key: string
  at: number
  kind: 'discussion' | 'reply' | 'edit'
  /** The post that it answers or edits. */
  targetId: string | null
  title: string
  /** HTML. */
  text: string
}

type Kept = { key: string; at: number; value: unknown }

/**
 * The draft for the list; its key tells what it is about (`<member>:new-discussion`, `<member>:reply:<discussion>`,
 * `<member>:edit:<discussion or reply>`). Null for other keys and empty drafts.
 * @param prefix of the member's keys
 */
export function draftItem({ key, at, value }: Kept, prefix: string): DraftItem | null {
  const [noun = '', id = null] = key.slice(prefix.length).split(':')
  const kind = KINDS.get(noun)
  const { title = '', content = typeof value === 'string' ? value : '' } = fieldsOf(value)
  if (!kind || (title.trim() === '' && content.trim() === '')) return null
  return { key, at, kind, targetId: kind === 'discussion' ? null : id, title, text: content }
}

const KINDS: ReadonlyMap<string, DraftItem['kind']> = new Map([
  ['new-discussion', 'discussion'],
  ['reply', 'reply'],
  ['edit', 'edit'],
])

const KIND_WORDS: Readonly<Record<DraftItem['kind'], string>> = {
  discussion: t.newDiscussion2,
  reply: t.reply,
  edit: t.edit,
}

function fieldsOf(value: unknown): { title?: string; content?: string } {
  if (typeof value !== 'object' || value === null) return {}
  const { title, content } = value as { title?: unknown; content?: unknown }
  return {
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof content === 'string' ? { content } : {}),
  }
}
