// Which picture stands for a category, and in which colour (SPEC.md section 2, Home and Forums).

export type HomeIcon = 'chart' | 'coin' | 'people' | 'chat'

/** The front page goes by the name. The first rule that fits decides. */
export function homeIcon(name: string): HomeIcon {
  const known = name.toLowerCase()
  if (known.includes('ipo') || known.includes('stock')) return 'chart'
  if (known.includes('crypto') || known.includes('bitcoin')) return 'coin'
  if (known.includes('tax') || known.includes('user')) return 'people'
  return 'chat'
}

export const FORUM_ICONS = ['TrendingUp', 'Users', 'MessageSquare', 'Star', 'CreditCard', 'Shield'] as const

export type ForumIcon = (typeof FORUM_ICONS)[number]

/** The forum list goes by the name of the icon that the category carries. */
export function forumIcon(icon: string): ForumIcon {
  return FORUM_ICONS.find((one) => one === icon) ?? 'TrendingUp'
}

/** The category's colour for CSS; anything but a hexadecimal colour (an older gradient class) is the default. */
export function categoryColor(color: string): string {
  return /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color) ? color : 'var(--edge)'
}
