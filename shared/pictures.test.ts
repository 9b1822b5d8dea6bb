import { expect, test } from 'vitest'
import { isAnimatedPng } from './animated-png.ts'
import { isContentPicture } from './pictures.ts'

const FOLDER = '/storage/v1/object/public/content/0b9c1f2e-0000-4000-8000-1234567890ab'

test.each(['jpg', 'png', 'webp', 'gif'])(
  'a picture of a member’s folder may stand in a post: %s',
  (ending) => {
    expect(isContentPicture(`${FOLDER}/m1k2-abc.${ending}`)).toBe(true)
  },
)

test.each([
  `https://evil.example${FOLDER}/a.png`,
  `//evil.example${FOLDER}/a.png`,
  `${FOLDER}/a.svg`,
  `${FOLDER}/a.png?x=1`,
  `${FOLDER}/a.png#x`,
  `${FOLDER}/../../../../../auth/v1/logout.png`,
  `${FOLDER}/%2e%2e/a.png`,
  `${FOLDER}/a/b.png`,
  `${FOLDER.replace('content', 'avatars')}/a.png`,
  '/storage/v1/object/public/content/asha/a.png',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)//.png',
  `${FOLDER}/a.png\n`,
  '',
])('nothing else may: %j', (address) => {
  expect(isContentPicture(address)).toBe(false)
})

test('a PNG is animated if it says so before its first picture', () => {
  const chunk = (type: string, data = 0) => [0, 0, 0, data, ...Buffer.from(type), ...Array(data + 4).fill(0)]
  const png = (...chunks: number[][]) =>
    Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...chunks.flat()])
  expect(isAnimatedPng(png(chunk('IHDR', 13), chunk('acTL', 8), chunk('IDAT')))).toBe(true)
  expect(isAnimatedPng(png(chunk('IHDR', 13), chunk('tEXt', 200), chunk('acTL', 8)))).toBe(true)
  expect(isAnimatedPng(png(chunk('IHDR', 13), chunk('IDAT', 9), chunk('acTL', 8)))).toBe(false)
  expect(isAnimatedPng(png(chunk('IHDR', 13)))).toBe(false)
  for (const other of [new Uint8Array(), Uint8Array.from([0x89, 0x50]), Buffer.from('GIF89a acTL')])
    expect(isAnimatedPng(other)).toBe(false)
})
