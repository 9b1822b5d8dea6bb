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
import { categoryColor, type ForumIcon, forumIcon, type HomeIcon, homeIcon } from './icon-rule.ts'

const HOME_ICONS: Record<HomeIcon, LucideIcon> = {
  chart: ChartNoAxesCombined,
  coin: Coins,
  people: Users,
  chat: MessagesSquare,
}

const FORUM_ICONS: Record<ForumIcon, LucideIcon> = {
  ...{ TrendingUp, Users, MessageSquare, Star, CreditCard, Shield },
}

type TileProps = { category: { name: string; icon: string; color: string }; by: 'name' | 'icon' }

/** @param by the front page chooses the picture by the category's name, the forums by its icon */
export function CategoryTile({ category, by }: TileProps) {
  const Icon = by === 'name' ? HOME_ICONS[homeIcon(category.name)] : FORUM_ICONS[forumIcon(category.icon)]
  return (
    <span
      aria-hidden
      className="inline-flex size-10 shrink-0 items-center justify-center rounded-control bg-linear-135 from-[color-mix(in_oklch,var(--cat),black_4%)] to-[color-mix(in_oklch,var(--cat),black_26%)] text-[white]"
      style={{ '--cat': categoryColor(category.color) } as CSSProperties}
    >
      <Icon size={20} strokeWidth={2} />
    </span>
  )
}
