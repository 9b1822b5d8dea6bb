import { expect, test } from 'vitest'
import { withPictureLinks } from '#app/platform/text/picture-links.ts'
import { sanitizeContent } from '../../server/content/sanitize.ts'

const SRC = '/storage/v1/object/public/content/1a2b3c4d-0000-4000-8000-000000000000/5e6f7a8b.png'

test.each([
  ['a described picture', `<img src="${SRC}" alt="NIFTY &gt; 24,000" />`, ''],
  ['a picture without a description', `<img src="${SRC}" alt="" />`, ' aria-label="Picture"'],
  ['its attributes in another order', `<img alt="x src=&quot;y&quot;" src="${SRC}" />`, ''],
])('%s links to its file', (_, picture, label) => {
  const stored = sanitizeContent(`<p>a</p>${picture}<p>b <a href="/c">c</a></p>${picture}`)
  const linked = `<a class="picture" href="${SRC}"${label}>${picture}</a>`
  expect(withPictureLinks(stored)).toBe(
    `<p>a</p>${linked}<p>b <a href="/c" rel="nofollow ugc noopener">c</a></p>${linked}`,
  )
})

test('a picture that its author linked keeps that link, and text stays as it is', () => {
  const stored = sanitizeContent(`<a href="/forums">one\n<img src="${SRC}" alt="x"></a> &lt;img src="y"&gt;`)
  expect(withPictureLinks(stored)).toBe(stored)
})
