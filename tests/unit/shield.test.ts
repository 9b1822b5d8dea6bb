import { describe, expect, test } from 'vitest'
import { linesOf, sampleTexts } from '../../scripts/shield-training.ts'
import { createJudge } from '../../shared/shield/judge.ts'
import { readText } from '../../shared/shield/read.ts'

const judge = createJudge()
const isHeld = (text: string) => judge(text).verdict !== 'pass'

const PARTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

test('the fixtures that the weights were learned from are judged as they are labelled', () => {
  const bad = PARTS.flatMap((part) => linesOf(`${part}-bad`))
  const good = PARTS.flatMap((part) => linesOf(`${part}-good`))
  expect(bad.length).toBeGreaterThan(300)
  expect(good.length).toBeGreaterThan(300)
  expect(bad.filter((text) => !isHeld(text)).length / bad.length).toBeLessThan(0.02)
  expect(good.filter(isHeld).length / good.length).toBeLessThan(0.02)
})

test('nothing of the sample community is held', () => {
  expect(sampleTexts().length).toBeGreaterThan(500)
  expect(sampleTexts().filter(isHeld)).toEqual([])
})

describe('one offer, however it is disguised', () => {
  test.each([
    ['plain', 'Join my Telegram for sure shot calls, WhatsApp 9876543210'],
    ['in capitals', 'JOIN MY TELEGRAM FOR SURE SHOT CALLS, WHATSAPP 9876543210'],
    ['with Cyrillic letters', 'Jоin my Тelegrаm fоr surе shоt cаlls, WhаtsApp 9876543210'],
    ['in mathematical letters', '𝐉𝐨𝐢𝐧 𝐦𝐲 𝐓𝐞𝐥𝐞𝐠𝐫𝐚𝐦 𝐟𝐨𝐫 𝐬𝐮𝐫𝐞 𝐬𝐡𝐨𝐭 𝐜𝐚𝐥𝐥𝐬, 𝐖𝐡𝐚𝐭𝐬𝐀𝐩𝐩 𝟗𝟖𝟕𝟔𝟓𝟒𝟑𝟐𝟏𝟎'],
    ['in full-width letters', 'Ｊｏｉｎ ｍｙ Ｔｅｌｅｇｒａｍ ｆｏｒ ｓｕｒｅ ｓｈｏｔ ｃａｌｌｓ'],
    [
      'with invisible signs',
      'Jo\u200bin my Tele\u200bgram for sure\u2060 shot ca\u00adlls, Whats\ufeffApp 9876543210',
    ],
    ['with digits for letters', 'J0in my Te1egram f0r sure sh0t c4lls, Wh4tsApp 9876543210'],
    ['letter by letter', 'J o i n my T e l e g r a m for sure shot c a l l s, W h a t s A p p 9876543210'],
    ['with a spaced number', 'Join my Telegram for sure shot calls, WhatsApp 9 8 7 6 5 4 3 2 1 0'],
    ['with a number in Devanagari', 'Join my Telegram for sure shot calls, WhatsApp ९८७६५४३२१०'],
    [
      'with a number in words',
      'Join my Telegram for sure shot calls, WhatsApp nine eight seven six five four three two one zero',
    ],
    ['with a broken link', 'Join for sure shot calls t . me / kings'],
    ['with a spelled link', 'Join for sure shot calls t dot me slash kings'],
    ['in Hinglish', 'Mere Telegram se judo, pakki call ke liye WhatsApp karo 9876543210'],
    ['in Hindi', 'मेरे टेलीग्राम से जुड़ें, पक्की कॉल के लिए व्हाट्सएप करें 9876543210'],
  ])('%s', (_, text) => {
    expect(isHeld(text)).toBe(true)
  })
})

describe('numbers', () => {
  test.each([
    ['a mobile', 'call 98765 43210', ['phone']],
    ['a mobile with its country', 'call +91-98765-43210', ['phone']],
    ['a mobile in Hindi words', 'नौ आठ सात छह पांच चार तीन दो एक शून्य', ['phone']],
    ['a mobile in two languages', 'nau eight 76 double five 4321', ['phone']],
    ['a UTR', 'UTR 987654321098', []],
    ['an order', 'Order ID 9876543210', []],
    ['an amount', '₹98,76,54,321', []],
    ['a price and a quantity', '5 @ ₹500', []],
    ['M&M', 'M&M at 3,100', []],
    ['a toll-free number', '1800 202 6161', ['tollfree']],
    ['a UPI id', 'pay ravi.k@okaxis', ['upi']],
    ['a mail address', 'write to ravi@example.com', ['email']],
    ['an official site', 'see cybercrime.gov.in', ['trusted']],
    ['a site that imitates a bank', 'see sbi-kyc.in', ['phish']],
    ['a wallet', 'send to bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', ['crypto']],
  ])('%s', (_, text, kinds) => {
    expect([...readText(text).contacts]).toEqual(kinds)
  })
})

describe('rules of staff', () => {
  const rule = (
    kind: 'phrase' | 'host' | 'contact' | 'concept',
    pattern: string,
    effect: 'hold' | 'refuse' | 'allow',
  ) => ({
    id: 'r',
    kind,
    pattern,
    effect,
  })

  test('add what the shield does not know, in whichever spelling', () => {
    const own = createJudge([rule('phrase', 'sona mandir', 'refuse')])
    expect(own('Sonaa Mandir khula hai')).toMatchObject({ verdict: 'refuse', reasons: ['rule:r'] })
    expect(own('सोना मंदिर खुला है').verdict).toBe('refuse')
    expect(own('Sona hai, mandir bhi')).toMatchObject({ verdict: 'pass' })
  })

  test('know a host with what is below it, and a contact however it is spaced', () => {
    expect(
      createJudge([rule('host', 'evil.in', 'hold')])('I read about it at www.shop.evil.in/a').verdict,
    ).toBe('hold')
    expect(
      createJudge([rule('host', 'evil.in', 'hold')])('I read a long piece on it at notevil.in last week')
        .verdict,
    ).toBe('pass')
    expect(
      createJudge([rule('contact', '022 6280 1234', 'hold')])('ring 0-2-2-6-2-8-0-1-2-3-4').verdict,
    ).toBe('hold')
  })

  test('that allow come before those that hold and before the shield', () => {
    const bad = 'Join my Telegram for sure shot calls'
    expect(
      createJudge([rule('phrase', 'sure shot', 'hold'), rule('phrase', 'my telegram', 'allow')])(bad).verdict,
    ).toBe('pass')
    expect(createJudge([rule('phrase', 'sure shot', 'hold')])(bad).verdict).toBe('hold')
  })
})

test('a scam in the middle of a long post is held, and a long good one is not', () => {
  const good =
    'I compared the expense ratios of four index funds over ten years and made a table of them. '.repeat(40)
  expect(isHeld(good)).toBe(false)
  expect(
    isHeld(`${good} Join my VIP Telegram group for guaranteed daily profit, WhatsApp 9876543210. ${good}`),
  ).toBe(true)
})

test.each([
  ...[
    'a1',
    '1a',
    'a@',
    'a',
    ' ',
    '9 ',
    '@',
    '.',
    'a.',
    'call ',
    'join my ',
    'न',
    '9@',
    't.me/',
    'one ',
    '(dot)',
    'a b ',
    '\u200b',
    '⟨',
    '+1',
    'राम ',
    '%',
    "'",
  ],
])('its cost is linear in the text: %j', (part) => {
  const time = (length: number) => {
    const text = part.repeat(Math.ceil(length / part.length)).slice(0, length)
    return Math.min(
      ...Array.from({ length: 3 }, () => {
        // Of the processor: others have it meanwhile.
        const began = process.cpuUsage()
        judge(text)
        const { user, system } = process.cpuUsage(began)
        return (user + system) / 1_000
      }),
    )
  }
  time(2_000)
  // Quadratic is 16 times as much.
  expect(time(40_000)).toBeLessThan(Math.max(time(10_000) * 10, 150))
})
