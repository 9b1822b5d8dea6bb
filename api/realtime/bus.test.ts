import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { namespaceOf } from '../redis.ts'
import { type BusMessage, createBus } from './bus.ts'

test('messages of other programs on the channel are dropped, and those of nodes still arrive', async () => {
  const received: string[] = []
  let say: (text: string) => void = () => undefined
  const bus = await createBus({
    open: (receive) => {
      say = receive
      return Promise.resolve({ publish: () => Promise.resolve(), close: () => Promise.resolve() })
    },
    log: createLog('silent'),
    receive: (_node, message: BusMessage) => {
      if (message.kind === 'presence') for (const { key } of message.joins) received.push(key)
      if (message.kind === 'cast') received.push(message.room)
    },
    present: () => ({ kind: 'present', rooms: [] }),
    gone: () => undefined,
  })
  const nonsense = [
    '',
    '{',
    'null',
    '1',
    '[]',
    '[1,2]',
    '["other"]',
    '["other",null]',
    '["other",{"kind":"presence"}]',
  ]
  for (const text of [...nonsense, `["other",${'['.repeat(50_000)}${']'.repeat(50_000)}]`]) say(text)
  say('["other",{"kind":"cast","room":"public:here","event":"e","json":"{}"}]')
  expect(received).toEqual(['public:here'])
  await bus.close()
})

test('two sites on one Redis have two namespaces, the nodes of one site have one', () => {
  expect(namespaceOf('a key')).toBe(namespaceOf('a key'))
  expect(namespaceOf('a key')).not.toBe(namespaceOf('another key'))
  expect(namespaceOf('a key')).toMatch(/^arthachowk:[\w-]{22}$/)
})
