// A category's tile: its icon and colour (SPEC.md section 2, Home and Forums).
import {
  Coins,
  CreditCard,
  type LucideIcon,
  MessageSquare,
  MessagesSquare,
  Shield,
  Star,
  TrendingUp,
  Users,
} from 'lucide-react'
import type { CSSProperties } from 'react'
import { CATEGORY } from '#shared/limits.ts'
import { LANGUAGE } from '#words/language.ts'
import { categoryColor } from './category-color.ts'

const HOME_ICONS: Record<HomeIcon, LucideIcon> = {
  chart: TrendingUp,
  coin: Coins,
  people: Users,
  chat: MessageSquare,
}

const PICTURES: Record<ForumIcon, LucideIcon> = {
  TrendingUp,
  Users,
  MessageSquare,
  Star,
  CreditCard,
  Shield,
  Coins,
}

type TileProps = {
  category: { name: string; slug: string; icon: string; color: string }
  by: 'name' | 'icon' | 'own'
  size?: 28 | 40
}

/**
 * @param by the front page chooses the icon by the category's English name (in other languages by its slug, which is made from it), the forums by the name of its icon; administrators
 * see the category's own icon, which may be an emoji
 */
export function CategoryTile({ category, by, size = 40 }: TileProps) {
  const Icon =
    by === 'name'
      ? HOME_ICONS[homeIcon(LANGUAGE === 'en' ? category.name : category.slug)]
      : PICTURES[forumIcon(category.icon)]
  const ownSign = by === 'own' && forumIcon(category.icon) !== category.icon ? category.icon : null
  return (
    <span
      aria-hidden
      className={`inline-flex ${size === 40 ? 'size-10' : 'size-7'} shrink-0 items-center justify-center rounded-control bg-linear-135 from-[color-mix(in_oklch,var(--cat),black_4%)] to-[color-mix(in_oklch,var(--cat),black_26%)] text-[white]`}
      style={{ '--cat': categoryColor(category.color) } as CSSProperties}
    >
      {ownSign === CATEGORY.icon ? (
        <MessagesSquare size={size / 2} strokeWidth={2} />
      ) : (
        (ownSign ?? <Icon size={size / 2} strokeWidth={2} />)
      )}
    </span>
  )
}

export type HomeIcon = 'chart' | 'coin' | 'people' | 'chat'

/** Icons of the front page, by name. The first rule that matches applies. */
export function homeIcon(name: string): HomeIcon {
  const known = name.toLowerCase()
  if (known.includes('ipo') || known.includes('stock')) return 'chart'
  if (known.includes('crypto') || known.includes('bitcoin')) return 'coin'
  if (known.includes('tax') || known.includes('user')) return 'people'
  return 'chat'
}

export const FORUM_ICONS = [
  ...(['TrendingUp', 'Users', 'MessageSquare', 'Star', 'CreditCard', 'Shield'] as const),
  // Beside SPEC.md's six, so that cryptocurrency has the front page's coin in the forums too.
  'Coins',
] as const

export type ForumIcon = (typeof FORUM_ICONS)[number]

/** Icons of the forum list, by the name of the category's icon. */
export function forumIcon(icon: string): ForumIcon {
  return FORUM_ICONS.find((one) => one === icon) ?? 'TrendingUp'
}
