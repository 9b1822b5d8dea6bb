import { expect, test } from 'vitest'
import { withContents } from './contents.tsx'

test('headings get a place to jump to, and stand in the list as they are read', () => {
  const { html, headings } = withContents('<h2>Cost &amp; <em>tax</em></h2><p>x</p><h3>In ₹</h3>')
  expect(headings).toEqual([
    { id: 'about-cost-tax', text: 'Cost & tax', level: 2 },
    { id: 'about-in', text: 'In ₹', level: 3 },
  ])
  expect(html).toBe('<h2 id="about-cost-tax">Cost &amp; <em>tax</em></h2><p>x</p><h3 id="about-in">In ₹</h3>')
})

test('the page’s title stays the only heading of level 1', () => {
  expect(withContents('<h1>A</h1>').html).toBe('<h2 id="about-a">A</h2>')
})

test('two headings of the same words are two places, and no heading breaks out of its id', () => {
  const { html, headings } = withContents('<h2>Why</h2><h2>Why</h2><h2>"&gt;&lt;x onload=1&gt;</h2>')
  expect(headings.map(({ id }) => id)).toEqual(['about-why', 'about-why-2', 'about-x-onload-1'])
  expect(html).not.toContain('id=""')
})

test('headings in Hindi have an id too, and an empty one is no heading', () => {
  const { headings } = withContents('<h2>कर की दरें</h2><h2> </h2><h3>🚀</h3>')
  expect(headings.map(({ id }) => id)).toEqual(['about-कर-की-दरें', 'about-this'])
})
