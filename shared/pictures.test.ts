import { expect, test } from 'vitest'
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
