import { expect, test } from 'vitest'
import { createSealer } from './sealing.ts'

const sealer = createSealer('a key of the server, and of nobody else')

test('opens a sealed value, for its owner', () => {
  expect(sealer.open(sealer.seal('JBSWY3DPEHPK3PXP', 'asha'), 'asha')).toBe('JBSWY3DPEHPK3PXP')
})

test('two sealings of the same text differ', () => {
  expect(sealer.seal('JBSWY3DPEHPK3PXP', 'asha')).not.toBe(sealer.seal('JBSWY3DPEHPK3PXP', 'asha'))
})

test('does not open for another owner, with another key, or after a change', () => {
  const sealed = sealer.seal('JBSWY3DPEHPK3PXP', 'asha')
  const changed = Buffer.from(sealed, 'base64url')
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  expect(() => sealer.open(sealed, 'bala')).toThrow()
  expect(() => createSealer('another key').open(sealed, 'asha')).toThrow()
  expect(() => sealer.open(changed.toString('base64url'), 'asha')).toThrow()
})
