import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { categoryColor } from './category-color.ts'
import { forumIcon, homeIcon } from './category-tile.tsx'

describe('the front page chooses a picture by the name', () => {
  test.each([
    ['IPOs', 'chart'],
    ['Stock Market', 'chart'],
    ['Cryptocurrency', 'coin'],
    ['BITCOIN', 'coin'],
    ['Taxation', 'people'],
    ['New users', 'people'],
    ['Insurance', 'chat'],
    ['UPI & Payments', 'chat'],
  ])('%s: %s', (name, icon) => {
    expect(homeIcon(name)).toBe(icon)
  })

  test('of two rules that fit the first decides', () => {
    expect(homeIcon('Tax on crypto and stocks')).toBe('chart')
    expect(homeIcon('Tax on crypto')).toBe('coin')
  })
})

describe('the forums choose by the icon that the category names', () => {
  test.each(['TrendingUp', 'Users', 'MessageSquare', 'Star', 'CreditCard', 'Shield', 'Coins'] as const)(
    '%s',
    (icon) => {
      expect(forumIcon(icon)).toBe(icon)
    },
  )

  test('a sample category with a coin on the front page has one in the forums, and no other has', () => {
    const sample = JSON.parse(readFileSync('supabase/seed/categories.json', 'utf8')) as Record<
      'name' | 'icon',
      string
    >[]
    const coins = sample.filter(({ icon }) => icon === 'Coins').map(({ name }) => name)
    expect(coins).toEqual(sample.map(({ name }) => name).filter((name) => homeIcon(name) === 'coin'))
  })

  test.each(['💬', '', 'shield', 'constructor'])('%j is unknown and falls back', (icon) => {
    expect(forumIcon(icon)).toBe('TrendingUp')
  })
})

describe('a colour reaches the page only as a hexadecimal colour', () => {
  test.each(['#10b981', '#ABC'])('%s', (color) => {
    expect(categoryColor(color)).toBe(color)
  })

  test.each(['from-blue-500 to-indigo-600', 'url(https://example.com/a.png)', '#12345', 'red;--x:1', ''])(
    '%j becomes the default',
    (color) => {
      expect(categoryColor(color)).toBe('var(--edge)')
    },
  )
})
