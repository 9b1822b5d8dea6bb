import { describe, expect, test } from 'vitest'
import { type Letter, render } from './letter.ts'

const SITE = { name: 'Tom & <b>Jerry</b>', url: 'https://site.example' }
const LETTER: Letter = {
  to: 'asha@example.com',
  subject: 'Hello',
  lines: ['It is <script>alert(1)</script> & "you".'],
  button: { label: 'Go', address: 'https://site.example/auth/v1/verify?token=a&type=b' },
  code: '012345',
  remarks: ['Ten minutes.'],
}

describe('a letter', () => {
  const { subject, text, html } = render(LETTER, SITE)

  test('says the same in text and in HTML', () => {
    for (const part of ['012345', 'Ten minutes.', 'Go']) {
      expect(text).toContain(part)
      expect(html).toContain(part)
    }
    expect(text).toContain('https://site.example/auth/v1/verify?token=a&type=b')
    expect(html).toContain('href="https://site.example/auth/v1/verify?token=a&amp;type=b"')
  })

  test('has the site’s name, as text', () => {
    expect(subject).toBe('Hello · Tom & <b>Jerry</b>')
    expect(html).toContain('Tom &amp; &lt;b&gt;Jerry&lt;/b&gt;')
    expect(html).not.toMatch(/<b>|<script/)
  })

  test('has one line of subject, whatever the site is called', () => {
    expect(render(LETTER, { ...SITE, name: 'A\r\nBcc: all@example.com' }).subject).not.toMatch(/[\r\n]/)
  })
})

describe('a letter to many', () => {
  const unsubscribe = 'https://site.example/newsletter/unsubscribe?token=abc&x=1'
  const { headers, text, html } = render({ ...LETTER, unsubscribe }, SITE)

  test('is ended by the one click of RFC 8058', () => {
    expect(headers['List-Unsubscribe']).toBe(`<${unsubscribe}>`)
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  })

  test('and by a link in either part', () => {
    expect(text).toContain(`Unsubscribe:\n${unsubscribe}\n`)
    expect(html).toContain('href="https://site.example/newsletter/unsubscribe?token=abc&amp;x=1"')
  })

  test('while one to a single person offers no such thing', () => {
    expect(render(LETTER, SITE).headers).not.toHaveProperty('List-Unsubscribe')
  })
})
