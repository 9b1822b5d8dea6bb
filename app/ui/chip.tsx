// Small labels: tags, levels, flags.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isSample } from '#shared/sample.ts'
import * as t from '#words/ui.ts'

// app/styles/components.css
const CHIP = 'chip'

export function Tag({ children }: { children: ReactNode }) {
  return <span className={`${CHIP} bg-raised text-muted`}>{children}</span>
}

/** Of a member of the sample community, who is invented. */
export function SampleChip() {
  return <span className={`${CHIP} bg-warn-soft font-medium text-warn`}>{t.sample}</span>
}

/** Of a member who is an administrator. */
export function StaffChip() {
  return (
    <span className={`${CHIP} bg-text font-medium text-surface`} title={t.anAdministratorOfThisSite}>
      {t.staff}
    </span>
  )
}

type TagLinkProps = { to: string; large?: boolean; children: ReactNode }

/**
 * A tag that links to its discussions. In a row that is one link, it is above that link. Search engines find tags with
 * enough discussions in the sitemap.
 */
export function TagLink({ to, large = false, children }: TagLinkProps) {
  return (
    <Link to={to} rel="nofollow" discover="none" className={large ? 'tag-link tag-link-large' : 'tag-link'}>
      <span className={CHIP}>{children}</span>
    </Link>
  )
}

const LEVELS: Readonly<Record<string, string>> = {
  Expert: 'bg-accent-soft text-accent font-medium',
  Advanced: 'border border-line text-text',
  Moderator: 'bg-warn-soft text-warn font-medium',
  Banned: 'bg-loss-soft text-loss',
}

/** A member's level; the default level Regular is shown only on request. */
export function LevelChip({ level, always = false }: { level: string; always?: boolean }) {
  if (level === 'Regular' && !always) return null
  return (
    <span className={`${CHIP} ${LEVELS[level] ?? 'border border-line text-muted'}`}>
      {t.levelName(level)}
    </span>
  )
}

const LEVEL_WORDS: Readonly<Record<string, string>> = {
  Expert: 'text-accent',
  Moderator: 'text-warn',
  Banned: 'text-loss',
}

/** A member's level within a line of small text, where a chip would be too tall. */
export function LevelWord({ level }: { level: string }) {
  if (level === 'Regular') return null
  return (
    <>
      {' · '}
      <span className={`font-medium ${LEVEL_WORDS[level] ?? ''}`}>{t.levelName(level)}</span>
    </>
  )
}

/** Within a line of small text, after the name of who wrote the row with this id, if it is part of the sample. */
export function SampleWord({ id }: { id: string }) {
  return isSample(id) ? <span className="font-medium text-warn">{t.sample2}</span> : null
}

type FlagProps = {
  /** The icon's class in app/styles/components.css. */
  sign: 'hot' | 'sticky' | 'pinned' | 'locked' | 'hidden'
  label: string
  terse?: boolean
}

/** HOT, Pinned, Locked: an icon with a label; with `terse`, phones show the icon, and screen readers get the label. */
export function Flag({ sign, label, terse = false }: FlagProps) {
  return (
    <span
      className={`sign-${sign} inline-flex items-center gap-1 text-13 font-medium ${sign === 'hot' ? 'text-warn' : 'text-muted'}`}
    >
      <span className={terse ? 'max-sm:sr-only' : ''}>{label}</span>
    </span>
  )
}
