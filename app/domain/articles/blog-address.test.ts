import { describe, expect, test } from 'vitest'
import { blogPath, literalPattern, quotedValue, readBlogAddress } from './blog-address.ts'

const read = (query: string) => readBlogAddress(new URLSearchParams(query))

describe('the address of the list', () => {
  test('parses the search, the topic and the page', () => {
    expect(read('q=+mutual+fund+&topic=investment&page=2')).toEqual({
      text: 'mutual fund',
      topic: 'investment',
      page: 2,
    })
  })

  test.each(['', 'q=&topic=all', 'topic=horses&page=0', 'page=-1&topic=', 'page=1e9'])(
    'reads %j as the first page of everything',
    (query) => {
      expect(read(query)).toEqual({ text: '', topic: 'all', page: 1 })
    },
  )

  test('shortens an overlong text', () => {
    expect([...read(`q=${'😀'.repeat(5_000)}`).text]).toHaveLength(200)
  })

  test('is written without defaults', () => {
    for (const path of [
      '/blog',
      '/blog?q=sip',
      '/blog?topic=ipo&page=3',
      '/blog?q=50%25+off%26&topic=taxation',
    ])
      expect(blogPath(read(path.split('?')[1] ?? ''))).toBe(path)
  })
})

describe('a pattern that stands for the text itself', () => {
  test.each([
    '100%',
    'a_b',
    '*',
    'a.b(c)[d]{e}|f^g$h+i?',
    '\\d',
    'कर',
    '₹1,00,000',
    '12.5 %',
    'a"b,c)',
    '***=x',
  ])('%s', (text) => {
    // Of the characters that are escaped, JavaScript's patterns read each as PostgreSQL's do.
    expect(new RegExp(`^${literalPattern(text)}$`).test(text)).toBe(true)
    expect(new RegExp(literalPattern(text)).test('nothing of it')).toBe(false)
  })

  test('is quoted so that it ends where it ends', () => {
    expect(quotedValue('a"b\\c')).toBe('"a\\"b\\\\c"')
  })
})
