import { expect, test } from 'vitest'
import { moderationMail } from './moderation-mail.ts'

const SITE = 'https://site.example'
const SANCTION = {
  kind: 'suspended',
  message: 'Please do not advertise groups.',
  ends_at: '2026-12-03T08:30:00Z',
  lift_reason: null,
  en: 'Advertising',
  hi: 'विज्ञापन',
}

test('a member reads about a sanction in the chosen language, with the page in it behind the button', () => {
  const mail = moderationMail({ what: 'sanction', sanction: SANCTION }, 'hi', SITE)
  expect(mail).toEqual({
    language: 'hi',
    subject: 'आपके खाते के बारे में',
    lines: [
      'आपका खाता 3 दिस॰ 2026, दोपहर 2:00 IST तक निलंबित है। कारण: विज्ञापन।',
      'Please do not advertise groups.',
      'पढ़ना, अपने डेटा की कॉपी लेना, अपील करना और खाता बंद करना आपके लिए खुला है।',
    ],
    button: { label: 'कारण पढ़ें और अपील करें', address: 'https://site.example/hi/sanction' },
    remarks: [],
  })
})

test('in all languages if none was chosen: whom it concerns has to understand it', () => {
  const mail = moderationMail({ what: 'sanction', sanction: SANCTION }, null, SITE)
  expect(mail.subject).toBe('About your account')
  expect(mail.button?.address).toBe('https://site.example/sanction')
  expect(mail.lines).toEqual([
    'Your account is suspended until 3 Dec 2026, 2:00 pm IST. Reason: Advertising.',
    'आपका खाता 3 दिस॰ 2026, दोपहर 2:00 IST तक निलंबित है। कारण: विज्ञापन।',
    'Please do not advertise groups.',
    'You can go on reading, take a copy of your data, appeal, and close your account.',
    'पढ़ना, अपने डेटा की कॉपी लेना, अपील करना और खाता बंद करना आपके लिए खुला है।',
  ])
})

test('that a limit was lifted, and the answer to an appeal, stand with the administrator’s words', () => {
  const lifted = moderationMail(
    { what: 'lifted', sanction: { ...SANCTION, lift_reason: 'It was another member.' } },
    'en',
    SITE,
  )
  expect(lifted.lines).toEqual(['A limit on your account was lifted.', 'It was another member.'])
  const answer = moderationMail({ what: 'appeal', isGranted: false, answer: 'The links remain.' }, 'hi', SITE)
  expect(answer.lines).toEqual(['आपकी अपील का जवाब आ गया है: फ़ैसला वही रहेगा।', 'The links remain.'])
  expect(answer.subject).toBe('आपकी अपील का जवाब')
})

test('of a post that waited the reader is told what became of it, and led to it or to the appeal', () => {
  const post = { path: '/forums/ipos/allotment-1b9d6bcd', name: '“Allotment”', reason: 'It names a group.' }
  const published = moderationMail({ what: 'published', ...post, reason: null }, 'hi', SITE)
  expect(published.lines).toEqual(['मॉडरेटर ने आपकी पोस्ट देखकर प्रकाशित कर दी है। अब इसे सब पढ़ सकते हैं: “Allotment”'])
  expect(published.button?.address).toBe('https://site.example/hi/forums/ipos/allotment-1b9d6bcd')
  const refused = moderationMail({ what: 'notPublished', ...post }, 'en', SITE)
  expect(refused.lines).toEqual([
    'The moderators did not publish your post. Nobody else sees it: “Allotment”',
    'Reason: It names a group.',
  ])
  expect(refused.button?.address).toBe('https://site.example/sanction')
})
