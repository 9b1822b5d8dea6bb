import { expect, test } from 'vitest'
import { cleaned, followingSlug, hasRequired, NEW_CATEGORY } from './category-rules.ts'

test('a new category has the default icon, colour and description', () => {
  expect(cleaned({ ...NEW_CATEGORY, name: ' Gold Bonds ', slug: ' gold-bonds ' })).toEqual({
    name: 'Gold Bonds',
    slug: 'gold-bonds',
    description: 'Discuss Gold Bonds related topics',
    icon: '💬',
    color: '#10b981',
  })
})

test('name and slug are required, blanks are none', () => {
  expect(hasRequired({ ...NEW_CATEGORY, name: 'Gold', slug: 'gold' })).toBe(true)
  expect(hasRequired({ ...NEW_CATEGORY, name: ' ', slug: 'gold' })).toBe(false)
  expect(hasRequired({ ...NEW_CATEGORY, name: 'Gold', slug: '' })).toBe(false)
})

test('the slug follows the name until it is written by hand', () => {
  expect(followingSlug(NEW_CATEGORY, 'Gold & Silver')).toBe('gold-silver')
  expect(followingSlug({ ...NEW_CATEGORY, name: 'Gold', slug: 'gold' }, 'Gold B')).toBe('gold-b')
  expect(followingSlug({ ...NEW_CATEGORY, name: 'Gold', slug: 'sgb' }, 'Gold B')).toBe('sgb')
})
