// The small coloured square that stands for a category: SPEC.md's gradient, no larger than a thumb.
import {
  ChartNoAxesCombined,
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
import { categoryColor, type ForumIcon, forumIcon, type HomeIcon, homeIcon } from './category-icons.ts'

const HOME_ICONS: Record<HomeIcon, LucideIcon> = {
  chart: ChartNoAxesCombined,
  coin: Coins,
  people: Users,
  chat: MessagesSquare,
}

const FORUM_ICONS: Record<ForumIcon, LucideIcon> = {
  TrendingUp,
  Users,
  MessageSquare,
  Star,
  CreditCard,
  Shield,
}

type TileProps = {
  category: { name: string; icon: string; color: string }
  by: 'name' | 'icon' | 'own'
  size?: 28 | 40
}

/**
 * @param by the front page chooses the picture by the category's name, the forums by its icon; its own, which may be
 * an emoji, is what admins see
 */
export function CategoryTile({ category, by, size = 40 }: TileProps) {
  const Icon = by === 'name' ? HOME_ICONS[homeIcon(category.name)] : FORUM_ICONS[forumIcon(category.icon)]
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
