import { expect, test } from 'vitest'
import { shownText } from './shown-texts.ts'

test.each([
  ['tags within a word separate nothing', '<p>Tele<b></b>gr<i>am</i></p>', 'Telegram'],
  [
    'an address behind a link is read beside its words',
    '<p><a href="https://t.me/kings">here</a></p>',
    'https://t.me/kings here',
  ],
  ['an address of this site says nothing', '<p><a href="/members/asha">@asha</a></p>', '@asha'],
  ['the words beside a picture are read', '<p><img src="/x.png" alt="join my group"></p>', 'join my group'],
  ['entities are letters', '<p>t&#46;me &amp; more</p>', 't.me & more'],
])('%s', (_, html, said) => {
  expect(shownText('replies', { content: html }).trim()).toBe(said)
})

test('a row is read in the order of its columns, whatever the order of the request', () => {
  expect(shownText('threads', { tags: '["ipo"]', content: '<p>Body</p>', title: 'Title <b>' })).toBe(
    'Title <b>\nBody\n["ipo"]',
  )
})

test('a plain text of any length costs no more than one that can be stored', () => {
  expect(shownText('chat_messages', { username: 'a', message: 'x'.repeat(900_000) }).length).toBeLessThan(
    10_010,
  )
})
