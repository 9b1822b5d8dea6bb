import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sanitizeContent } from './sanitize.ts'

const formula = (tex: string, mathml: string) =>
  `<span class="formula" data-tex="${tex}"><math>${mathml}</math></span>`
const SQUARE = '<mrow><msup><mi>x</mi><mn>2</mn></msup></mrow>'

describe('a formula is the MathML that KaTeX makes of its TeX', () => {
  test.each([
    ['typed', '<p>As $$x^2$$ shows</p>', `<p>As ${formula('x^2', SQUARE)} shows</p>`],
    ['of the editor', '<p>As <span data-tex="x^2">x^2</span></p>', `<p>As ${formula('x^2', SQUARE)}</p>`],
    [
      'alone in its paragraph',
      '<p>$$x^2$$</p>',
      `<p><span class="formula" data-tex="x^2" role="group" aria-label="Formula" tabindex="0"><math display="block">${SQUARE}</math></span></p>`,
    ],
    [
      'in a cell',
      '<table><tr><td>$$x^2$$</td></tr></table>',
      `<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table><tbody><tr><td><p>${formula('x^2', SQUARE)}</p></td></tr></tbody></table></div>`,
    ],
    [
      'with signs of HTML, a rupee and Hindi',
      `<p>a $$&lt;₹\\text{"हिन्दी"}$$</p>`,
      `<p>a ${formula('&lt;₹\\text{&quot;हिन्दी&quot;}', '<mrow><mo>&lt;</mo><mtext>₹&quot;हिन्दी&quot;</mtext></mrow>')}</p>`,
    ],
    [
      'that cannot be read',
      '<p>a $$\\frac{1}$$</p>',
      '<p>a <span class="formula" data-tex="\\frac{1}"><code>\\frac{1}</code> <em>Unexpected end of input in a macro argument, expected &#x27;}&#x27;</em></span></p>',
    ],
    [
      'that defines commands',
      '<p>a $$\\def\\a{\\a\\a}\\a$$</p>',
      '<p>a <span class="formula" data-tex="\\def\\a{\\a\\a}\\a"><code>\\def\\a{\\a\\a}\\a</code> <em>A formula cannot define commands.</em></span></p>',
    ],
    [
      'whose MathML somebody else wrote',
      '<p>a <span data-tex="x^2"><math href="javascript:x()"><mtext><img src=x onerror=y()></mtext><maction>z</maction></math><b>b</b></span></p>',
      `<p>a ${formula('x^2', SQUARE)}</p>`,
    ],
    [
      'that would be drawn far from its place',
      '<p>a $$\\raisebox{-99em}{x}$$</p>',
      '<p>a <span class="formula" data-tex="\\raisebox{-99em}{x}"><code>\\raisebox{-99em}{x}</code> <em>A length in the formula is too large.</em></span></p>',
    ],
    ['without its TeX', '<p><span data-tex=""><math><mi>x</mi></math></span></p>', '<p>x</p>'],
  ])('%s', (_name, html, kept) => {
    expect(sanitizeContent(html)).toBe(kept)
    expect(sanitizeContent(kept)).toBe(kept)
  })

  test.each([
    '<p>$500, US$100, $TCS and $INFY, $$$, ₹$</p>',
    '<p>It costs $$ here and $$ there, or $$ 5 $$</p>',
    '<p><code>$$x$$</code> <a rel="nofollow ugc noopener">$$x$$</a></p><pre><code>$$x$$</code></pre>',
    '<p>\\$$x$$ and $$x\\$$</p>',
    `<p>$$${'x'.repeat(501)}$$</p>`,
  ])('is not in %s', (html) => {
    expect(sanitizeContent(html)).toBe(html)
  })

  test.each([
    ['links', '\\href{javascript:alert(1)}{x}'],
    ['addresses', '\\url{javascript:alert(1)}'],
    ['pictures', '\\includegraphics{https://evil.example/x.png}'],
    ['classes', '\\htmlClass{x}{y}'],
    ['styles', '\\htmlStyle{position:fixed}{y}'],
  ])('has no %s', (_name, tex) => {
    const kept = sanitizeContent(`<p><span data-tex="${tex}">x</span></p>`)
    expect(kept.replace(/data-tex="[^"]*"/, '')).not.toMatch(
      /href=|src=|javascript:alert|class="x|style=|<img/,
    )
  })

  test.each([
    ['10,000 formulas', `<p>${'$$x$$ '.repeat(10_000)}</p>`],
    ['signs without an end', `<p>${'$$x '.repeat(30_000)}</p>`],
    ['large ones', `<p>${`$$\\begin{matrix}${'&amp;'.repeat(450)}\\end{matrix}$$ `.repeat(50)}</p>`],
    ['deep ones', `<p>${`$$${'{'.repeat(249)}x${'}'.repeat(249)}$$ `.repeat(50)}</p>`],
    ['formulas in formulas', '<span data-tex="x">'.repeat(90)],
  ])('in time: %s', (_name, html) => {
    const began = performance.now()
    const kept = sanitizeContent(html)
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(kept.length).toBeLessThan(html.length + 200_000)
  })

  test('any TeX gives elements of MathML or code, and text that stays as it is', () => {
    const sign = fc.constantFrom(
      ...[
        '\\frac',
        '\\text',
        '\\color',
        '\\sqrt',
        '{',
        '}',
        '^',
        '_',
        '&amp;',
        '&lt;',
        '"',
        "'",
        'x',
        '1',
        ' ',
        '₹',
        '\\',
      ],
      ...[
        '\\href',
        '\\begin{array}{c}',
        '\\end{array}',
        '\\left(',
        '\\right)',
        '\\rule{9em}{9em}',
        '\\vcenter{x}',
        '\\kern-99em',
        '#',
        '%',
        '~',
        '@',
      ],
    )
    fc.assert(
      fc.property(fc.array(sign, { minLength: 1, maxLength: 30 }), (signs) => {
        const kept = sanitizeContent(
          `<p>a <span data-tex='${signs.join('').replaceAll("'", '&#39;')}'>x</span></p>`,
        )
        expect(sanitizeContent(kept)).toBe(kept)
        expect(kept).not.toMatch(/<(?!\/?(?:p|span|math|m[a-z]+|code|em)\b)/)
        expect(kept).not.toMatch(/<m[^>]* (?:href|src|style|class|on\w+) *=/)
      }),
      { numRuns: 2_000 },
    )
  })
})
