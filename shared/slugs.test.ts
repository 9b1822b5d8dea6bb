import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memberName, memberPath, slugify, threadIdRange, threadPath, threadSlug, titleSlug } from './slugs.ts'

describe('a thread slug', () => {
  test('is the lower-cased title, its marks removed, cut to 50, and 8 characters of the id', () => {
    expect(threadSlug('What is a Cut-off Price?  (IPO)', '1a2b3c4d-0000-4000-8000-000000000000')).toBe(
      'what-is-a-cut-off-price-ipo-1a2b3c4d',
    )
    expect(titleSlug('a'.repeat(80))).toHaveLength(50)
    expect(titleSlug('Gold -- or   silver?')).toBe('gold-or-silver')
  })

  test.each([
    ['शेयर बाज़ार क्या है?', 'शेयर-बाज़ार-क्या-है'],
    ['பங்குச் சந்தை', 'பங்குச்-சந்தை'],
    ['To the moon? 🚀 एक और pump…', 'to-the-moon-एक-और-pump'],
    ['اردو میں سوال', 'اردو-میں-سوال'],
    ['₹5 लाख का ५% ब्याज।', '5-लाख-का-५-ब्याज'],
    ['क्‍या – क्या', 'क्या-क्या'],
    ['Résumé of Café №5 µ', 'rsum-of-caf-5'],
    ['𑄌𑄋𑄴𑄟𑄳𑄦'.repeat(9), '𑄌𑄋𑄴𑄟𑄳𑄦'.repeat(9).slice(0, 100)],
    ['🚨🚨🚨', 'discussion'],
    ['---', 'discussion'],
  ])('of %j has its words in any script: %s', (title, slug) => {
    expect(titleSlug(title)).toBe(slug)
  })

  test('is percent-encoded in the address', () => {
    expect(threadSlug('क ख', '1a2b3c4d-0000-4000-8000-000000000000')).toBe('%E0%A4%95-%E0%A4%96-1a2b3c4d')
  })

  test('of a title in Latin letters holds only a-z, 0-9 and single hyphens, within 50', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.nat(0x24f).map((code) => String.fromCharCode(code)), maxLength: 300 }),
        (title) => {
          expect(titleSlug(title)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
          expect(titleSlug(title).length).toBeLessThanOrEqual(50)
        },
      ),
    )
  })

  test('of any title is a path segment that every parser of addresses leaves as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.uuid(), (title, id) => {
        const slug = threadSlug(title, id)
        expect(slug).toMatch(/^(?:[a-z0-9-]|%[0-9A-F]{2}){10,620}$/)
        expect(new URL(`/${slug}`, 'https://a.example').pathname).toBe(`/${slug}`)
      }),
    )
  })

  test('leads back to the id it was made from, whatever the title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.uuid(), (title, id) => {
        const range = threadIdRange(threadSlug(title, id))
        expect(range && range.from <= id && id <= range.to).toBe(true)
      }),
    )
  })

  test('gives the address under its category', () => {
    const thread = {
      id: '1a2b3c4d-0000-4000-8000-000000000000',
      title: 'Tax on gold',
      category: { slug: 'taxation' },
    }
    expect(threadPath(thread)).toBe('/forums/taxation/tax-on-gold-1a2b3c4d')
  })
})

describe('the ids of an address', () => {
  test('are one for a full id', () => {
    const id = '1A2B3C4D-1111-4222-8333-444444444444'
    expect(threadIdRange(id)).toEqual({ from: id.toLowerCase(), to: id.toLowerCase() })
  })

  test.each(['', 'no-id-here', 'x-1a2b3c4', 'x-1a2b3c4g', '1a2b3c4d-1111'])('are none for %j', (slug) => {
    expect(threadIdRange(slug)).toBeNull()
  })
})

test('the header and footer style turns runs of anything else into one hyphen', () => {
  expect(slugify('  UPI & Payments: 2026! ')).toBe('upi-payments-2026')
})

test('a closed account is shown without its name', () => {
  expect(memberName('deleted-0123456789ab')).toBe('Deleted member')
  expect(memberName('deleted-twice')).toBe('deleted-twice')
})

describe("a member's address", () => {
  test('is the name, and never looks like a data request of the router', () => {
    expect(memberPath('meera.k')).toBe('/experts/meera.k')
    expect(memberPath('big.data')).toBe('/experts/big%2Edata')
    expect(memberPath('x.data.y')).toBe('/experts/x.data.y')
    expect(new URL(memberPath('big.data'), 'https://a.example').pathname).toBe('/experts/big%2Edata')
  })
})
