import { expect, test } from 'vitest'
import {
  type CategoryFields,
  categoryRow,
  categorySchema,
  followingSlug,
  NEW_CATEGORY,
} from './categories.ts'
import { problemsOf } from './rules.ts'

test('a new category has the default icon, colour and description', () => {
  expect(categorySchema.parse({ ...NEW_CATEGORY, name: ' Gold Bonds ', slug: ' gold-bonds ' })).toEqual({
    name: 'Gold Bonds',
    slug: 'gold-bonds',
    description: 'Discuss Gold Bonds related topics',
    icon: '💬',
    color: '#10b981',
    hindiName: '',
    hindiDescription: '',
  })
})

test('name and slug are required, blanks are none', () => {
  const wrongWith = (given: Partial<CategoryFields>) =>
    problemsOf(categorySchema, { ...NEW_CATEGORY, ...given })
  const required = { form: 'Name and slug are required fields.' }
  expect(wrongWith({ name: 'Gold', slug: 'gold' })).toEqual({})
  expect(wrongWith({ name: ' ', slug: 'gold' })).toEqual(required)
  expect(wrongWith({ name: 'Gold', slug: '' })).toEqual(required)
  expect(wrongWith({ name: 'Gold', slug: 'gold', hindiDescription: 'सोना' })).toEqual({
    hindiName: 'A description in Hindi needs a name in Hindi.',
  })
})

test('the texts in Hindi are one translation, beside which the others stay', () => {
  const tamil = { ta: { name: 'தங்கம்' } }
  const translationsOf = (hindiName: string, hindiDescription: string) =>
    categoryRow({ ...NEW_CATEGORY, hindiName, hindiDescription }, { ...tamil, hi: { name: 'x' } })
      .translations
  expect(translationsOf('सोना', 'सिक्के')).toEqual({ ...tamil, hi: { name: 'सोना', description: 'सिक्के' } })
  expect(translationsOf('सोना', '')).toEqual({ ...tamil, hi: { name: 'सोना' } })
  expect(translationsOf('', '')).toEqual(tamil)
  expect(categoryRow(NEW_CATEGORY)).not.toHaveProperty('hindiName')
})

test('the slug follows the name until it is written by hand', () => {
  expect(followingSlug(NEW_CATEGORY, 'Gold & Silver')).toBe('gold-silver')
  expect(followingSlug({ ...NEW_CATEGORY, name: 'Gold', slug: 'gold' }, 'Gold B')).toBe('gold-b')
  expect(followingSlug({ ...NEW_CATEGORY, name: 'Gold', slug: 'sgb' }, 'Gold B')).toBe('sgb')
})
