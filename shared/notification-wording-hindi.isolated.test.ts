// The order of words is that of the language: the same notifications in Hindi.
import { expect, test, vi } from 'vitest'
import { sentenceBelowTitle, sentenceOf } from './notification-wording.ts'

vi.mock('#words/notification-wording.ts', () => import('../messages/hi/notification-wording.ts'))
vi.mock('#words/ui.ts', () => import('../messages/hi/ui.ts'))

const bare = { kind: 'mention', figure: null, detail: null, reply_id: null, actor: null, thread: null }
const thread = { id: '1a2b3c4d-0000-4000-8000-000000000000', title: 'GMP', category: { slug: 'ipos' } }
const actor = { username: 'bala' }
const reply_id = '5e6f7a8b-0000-4000-8000-000000000000'

type Told = Partial<Parameters<typeof sentenceOf>[0]>
const written = (parts: { text: string }[]) => parts.map(({ text }) => text).join('')

test.each<[Told, string, string]>([
  [{ kind: 'thread_watched', actor }, 'bala ने नई चर्चा शुरू की: GMP', 'bala ने यह चर्चा शुरू की'],
  [{ kind: 'reply_to_thread', actor }, 'bala ने आपकी चर्चा GMP में जवाब दिया', 'bala ने जवाब दिया'],
  [
    { kind: 'reply_to_thread', actor, ids: ['a', 'b'] },
    'आपकी चर्चा GMP में 2 जवाब, सबसे नया bala का',
    '2 जवाब, सबसे नया bala का',
  ],
  [
    { kind: 'reply_to_reply', actor, ids: ['a', 'b'] },
    'GMP में आपको 2 जवाब, सबसे नया bala का',
    'आपको 2 जवाब, सबसे नया bala का',
  ],
  [{ kind: 'reply_to_followed', actor }, 'bala ने GMP में जवाब दिया, जिसे आपने फ़ॉलो किया है', 'bala ने जवाब दिया'],
  [{ kind: 'mention' }, 'किसी सदस्य ने GMP में आपका ज़िक्र किया', 'किसी सदस्य ने आपका ज़िक्र किया'],
  [{ kind: 'wiki_edited', actor }, 'bala ने आपकी विकी GMP बदली', 'bala ने आपकी विकी बदली'],
  [
    { kind: 'upvotes', figure: 1, reply_id },
    'GMP में आपके जवाब को पहला अपवोट मिला',
    'आपके जवाब को पहला अपवोट मिला',
  ],
  [{ kind: 'upvotes', figure: 1_000 }, 'आपकी चर्चा GMP के 1,000 अपवोट हो गए', 'आपकी चर्चा के 1,000 अपवोट हो गए'],
  [{ kind: 'post_hidden', reply_id }, 'GMP में आपका जवाब मॉडरेशन ने छिपाया', 'आपका जवाब मॉडरेशन ने छिपाया'],
  [
    { kind: 'post_refused', reply_id, detail: 'कोर्स का विज्ञापन' },
    'GMP में आपका जवाब मॉडरेटरों ने प्रकाशित नहीं किया: कोर्स का विज्ञापन',
    'आपका जवाब मॉडरेटरों ने प्रकाशित नहीं किया: कोर्स का विज्ञापन',
  ],
  [{ kind: 'level_changed', detail: 'Expert' }, 'अब आपका स्तर: विशेषज्ञ', 'अब आपका स्तर: विशेषज्ञ'],
])('%o', (told, whole, below) => {
  expect(written(sentenceOf({ ...bare, thread, ...told }))).toBe(whole)
  expect(written(sentenceBelowTitle({ ...bare, thread, ...told }, null))).toBe(below)
})
