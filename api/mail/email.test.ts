import { describe, expect, test } from 'vitest'
import { type Email, render } from './email.ts'

const SITE = { name: 'Tom & <b>Jerry</b>', url: 'https://site.example' }
const LETTER: Email = {
  to: 'asha@example.com',
  subject: 'Hello',
  lines: ['It is <script>alert(1)</script> & "you".'],
  button: { label: 'Go', address: 'https://site.example/auth/v1/verify?token=a&type=b' },
  code: '012345',
  remarks: ['Ten minutes.'],
}

describe('an email', () => {
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

  test('keeps line breaks, and has a title if there is content to read', () => {
    const written = render({ ...LETTER, title: 'SIP & you', lines: ['First\n<second>'] }, SITE)
    expect(written.text).toMatch(/^SIP & you\n\nFirst\n<second>\n/)
    expect(written.html).toMatch(/<h1[^>]*>SIP &amp; you<\/h1>/)
    expect(written.html).toContain('First<br>&lt;second&gt;')
  })

  test('wraps a word that is longer than a phone is wide', () => {
    const paragraphs = html.match(/<p [^>]*font-size:1[36]px[^>]*>/g) ?? []
    expect(paragraphs.length).toBeGreaterThan(2)
    for (const paragraph of paragraphs) expect(paragraph).toContain('overflow-wrap:anywhere')
  })

  test('is dark where the reader’s mail program is', () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    // An element with an inline colour needs a class, by which the dark style sheet overrides it.
    const coloured = html.match(/<[a-z0-9]+[^>]*style="[^"]*(?<!-)color:[^"]*"[^>]*>/g) ?? []
    expect(coloured.length).toBeGreaterThan(2)
    for (const element of coloured) expect(element).toMatch(/class="(?:ink|dim|accent|button)"/)
  })

  test('has one line of subject, whatever the site is called', () => {
    expect(render(LETTER, { ...SITE, name: 'A\r\nBcc: all@example.com' }).subject).not.toMatch(/[\r\n]/)
  })
})

describe('an email to many', () => {
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
