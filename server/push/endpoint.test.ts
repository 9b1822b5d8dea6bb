// What the sender posts to: the same as what the table stores (tests/contract/web-push.test.ts).
import { expect, test } from 'vitest'
import { newDevice, PUSH_SERVICES, REFUSED_DEVICES } from '../../tests/support/push-service.ts'
import { isDevice } from './endpoint.ts'

test.each(PUSH_SERVICES)('a message may go to %s', (place) => {
  expect(isDevice(newDevice(place))).toBe(true)
})

test.each(REFUSED_DEVICES)('%s: no message goes there', (_, device) => {
  expect(isDevice(device)).toBe(false)
})

test('nor to a device whose key is not on the curve, which the table cannot tell', () => {
  expect(isDevice({ ...newDevice(), p256dh: `BA${'A'.repeat(84)}A` })).toBe(false)
})
