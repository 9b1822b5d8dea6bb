import { describe, expect, it } from 'vitest'
import { linksIn } from './message-row.tsx'

const links = (message: string) => linksIn(message).flatMap(({ href }) => href ?? [])

describe('the addresses in a chat message', () => {
  it.each([
    ['Read https://www.sebi.gov.in/ before you apply', ['https://www.sebi.gov.in/']],
    [
      'See https://a.example/x. Then https://b.example/y?z=1!',
      ['https://a.example/x', 'https://b.example/y?z=1'],
    ],
    ['(as in https://a.example/x_(y))', ['https://a.example/x_(y)']],
    ['(https://a.example/x).', ['https://a.example/x']],
    ['देखिए http://a.example/हिंदी', ['http://a.example/हिंदी']],
    ['HTTPS://A.EXAMPLE', ['HTTPS://A.EXAMPLE']],
    ['no address: www.a.example, a.example/x, mailto:a@b.example', []],
    ['javascript:alert(1) and data:text/html,x', []],
    ['https:// and http://', []],
    ['"https://a.example"<https://b.example>', ['https://a.example', 'https://b.example']],
  ])('%s', (message, expected) => {
    expect(links(message)).toEqual(expected)
  })

  it('leaves every letter of the message where it is', () => {
    for (const message of [
      '',
      'plain',
      ' https://a.example/x, and\nhttps://b.example ',
      'https://',
      '))) https://a.example)))',
    ])
      expect(
        linksIn(message)
          .map(({ text }) => text)
          .join(''),
      ).toBe(message)
  })
})
