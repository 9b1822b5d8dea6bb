// The sample community's dates, names and marks: what a reader could take for a fact about somebody.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isSample } from '../../shared/sample.ts'
import { readArticles, readCategories, readMembers, readThreads, stableId } from './read.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2027-02-01T00:00:00Z')
const texts = readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true })
  .filter((entry) => /\.(md|json)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((file) => [file.slice(import.meta.dirname.length + 1), readFileSync(file, 'utf8')] as const)

test('a discussion that names a year has the same day at every installation', () => {
  const begins = (now: number) =>
    new Map(
      readThreads(now)
        .filter(({ title, content, replies }) =>
          /\b20(2[5-9]|[3-9]\d)\b/.test([title, content, ...replies.map((reply) => reply.content)].join(' ')),
        )
        .map(({ title, age }) => [title, now - age]),
    )
  const first = begins(NOW)
  expect(first.size).toBeGreaterThan(15)
  expect(begins(NOW + 900 * DAY_MS)).toEqual(first)
})

test('where the clock is behind the texts, nothing is written tomorrow', () => {
  const behind = Date.parse('2024-01-01T00:00:00Z')
  const posts = readThreads(behind).flatMap((thread) => [thread, ...thread.replies])
  expect(posts.filter(({ age }) => age < 0)).toEqual([])
})

test('an article begins with the day whose law it describes, and was reviewed no earlier', () => {
  for (const { content, publishedAt, reviewedAt, slug } of readArticles()) {
    expect(content, slug).toMatch(
      /^<p><strong>(Law as on \d{1,2} [A-Z][a-z]+ 20\d\d\.|यह लेख \d{1,2} \S+ 20\d\d को .+)<\/strong><\/p>/,
    )
    expect(Date.parse(reviewedAt), slug).toBeGreaterThanOrEqual(Date.parse(publishedAt) - DAY_MS)
    expect(slug).toMatch(/^[a-z0-9-]{8,}$/)
    expect(content, slug).toMatch(/<h2>[^<]*([Ss]ources|स्रोत)<\/h2>/)
    expect(content, slug).not.toContain('<!--')
  }
})

test('every row of the sample is known by its id', () => {
  const posts = readThreads(NOW).flatMap((thread) => [thread, ...thread.replies])
  for (const { id } of posts) expect(isSample(id), id).toBe(true)
  expect(new Set(posts.map(({ id }) => id)).size).toBe(posts.length)
  expect(isSample(stableId('member meera.k'))).toBe(true)
  expect(isSample(crypto.randomUUID())).toBe(false)
})

test('an invented member has no registration and no whole name that somebody could have', () => {
  for (const { username, full_name, bio, expert } of readMembers()) {
    expect(bio, username).not.toMatch(/SEBI-registered|licensed|certified|\b(INA|INH|INZ|ARN|FRN)[- ]?\d/i)
    if (!expert && username !== 'quickprofit_guru') expect(full_name).toMatch(/^\S+ [A-Z]\.$/)
  }
})

test('a percentage stands without a space, as India writes it', () => {
  expect(texts.filter(([, text]) => /\d %/.test(text)).map(([file]) => file)).toEqual([])
})

test('the sample is in Hindi too: categories, discussions with replies, and translations of articles', () => {
  const isHindi = (text: string) => /\p{Script=Devanagari}/u.test(text)
  for (const { translations } of readCategories())
    expect(Object.values(translations.hi).every(isHindi), translations.hi.name).toBe(true)
  const discussions = readThreads(NOW).filter(({ title }) => isHindi(title))
  expect(discussions.length).toBeGreaterThanOrEqual(6)
  expect(new Set(discussions.map(({ author }) => author)).size).toBeGreaterThanOrEqual(6)
  for (const { title, replies } of discussions) expect(replies.length, title).toBeGreaterThanOrEqual(5)
  const articles = readArticles()
  const translated = articles.filter(({ language }) => language === 'hi')
  expect(translated.length).toBeGreaterThanOrEqual(2)
  for (const { translationOf, category } of translated)
    expect(articles.find(({ slug }) => slug === translationOf)).toMatchObject({ language: 'en', category })
})
