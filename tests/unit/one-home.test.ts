// Rules of app/ that have one home. A file that does by hand what a home does is named here.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const FILES = globSync('app/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !file.includes('.test.'))

const HOMES: readonly [what: string, by: RegExp, homes: readonly string[]][] = [
  [
    'the address of a reply (replyPath, replyAddress)',
    /\?reply=\$/,
    // Of the inline script, which pays for each byte.
    ['app/shell/first-paint/moved-reply.ts'],
  ],
  [
    'a link that signs in (SignInLink), which is one address for all pages',
    /(?:to|href)=\{sign(?:In|Up)Path\(/,
    [],
  ],
  ['what search engines do not list (isIndexed)', /name: 'robots'/, ['app/platform/seo/meta.ts']],
  [
    'a realtime line, with its gaps and bursts',
    /\.channel\(|postgres_changes/,
    ['app/platform/live/line.ts'],
  ],
  [
    'the storage of the browser, which may be blocked or full',
    /\b(?:localStorage|sessionStorage)[.)]/,
    // The others are of the inline script, which stores nothing but the marks, and pays for each byte.
    [
      'app/platform/browser/browser-storage.ts',
      'app/shell/first-paint/attributes.ts',
      'app/shell/first-paint/language.ts',
      'app/shell/first-paint/member.ts',
      'app/shell/first-paint/read-marks.ts',
    ],
  ],
  [
    'the switch for keys of one letter',
    /\bLETTER_KEYS_KEY\b/,
    ['app/platform/browser/letter-keys.ts', 'app/routes/site/cookies.tsx'],
  ],
  [
    'a part that is loaded when it is needed (lazyWithRetry, lazyOptional): its file may fail to load',
    /[^.\w]lazy(?:<[^>]*>)?\(/,
    // The page of an error says itself that it cannot be loaded.
    ['app/shell/error-page.tsx', 'app/ui/lazy-with-retry.tsx'],
  ],
  ['a random id, on a plain-http address too', /crypto\.randomUUID\(/, []],
  [
    'an undo with its seconds',
    /import\('.*acts\/undo|import\('\.\/undo\./,
    ['app/platform/acts/use-undoable.ts'],
  ],
  [
    'a request to the API as the member, with what its refusals mean',
    /Bearer/,
    // The first is a guest's, for the accounts; the last of the inline script, whose answers the second hands out.
    [
      'app/platform/supabase/member-client.ts',
      'app/platform/supabase/member-fetch.ts',
      'app/shell/first-paint/member.ts',
    ],
  ],
  [
    'the guard of a press that is running (useAct, act): no boolean that outlives a rendering is one',
    /useRef(?:<boolean>)?\((?:true|false)\)/,
    [
      'app/features/discussion/thread-not-found.tsx',
      'app/features/notifications/push-on-device.tsx',
      'app/ui/overlays/modal.ts',
    ],
  ],
  [
    'the set of what is running',
    /\b(?:running|under-?way|pending|busy) = new (?:Set|Map)/i,
    ['app/platform/acts/act.ts'],
  ],
  ['a write with its failures (useAct, act), in place of a mutation', /\buseMutation\b/, []],
  [
    'the placeholder of an editor, which is "Start writing..." (SPEC.md section 9)',
    /<Editor(?:OnDemand)?\b(?:(?!\/>)[\s\S])*\bplaceholder=/,
    ['app/features/moderation/edit-thread-modal.tsx'],
  ],
  ['the link of a whole row or card, with its ring (stretched)', /\bafter:inset-0\b/, []],
  ['a dot that forced colours keep (dot)', /\bsize-2(?:\.5)?\b[^'"`]*\brounded-full\b/, []],
  ['an edge in the accent colour, which only an answer has', /\bborder-l-(?:\d[^'"`]*\bborder-)?edge\b/, []],
  [
    'the figure of a member, which comes from the id: a name changes, and is not the same in two places',
    /(?:<Avatar\b[^/]*\bid=\{|faceOf\()[^}),]*(?:name|title)/i,
    // Only these have no id at times: the site's team, guests of the chat, tags, and an empty list.
    [
      'app/domain/articles/article-head.tsx',
      'app/features/chat/message-row.tsx',
      'app/features/chat/preview-rows.tsx',
      'app/features/moderation/case-panel.tsx',
      'app/features/search/answer-list.tsx',
      'app/ui/feedback/states.tsx',
    ],
  ],
  ['a press that a double-click must not undo', /\bdetail [<>]/, ['app/ui/single-press.ts']],
  [
    'the name of a category in the language of the page (NAME, namesHere)',
    /forum_categories(?:!\w+)?\([^$)]*\bname\b|^(?![\s\S]*(?:name|answer)sHere)[\s\S]*rpc\(\s*'(?:for_you|search|trending_categories|news)'/,
    // Moderators read English.
    ['app/features/moderation/content.ts'],
  ],
  ['a question before an act', /<ConfirmDialog/, ['app/platform/acts/confirm.tsx']],
  [
    'an optimistic update, with its way back',
    /\.cancelQueries\(/,
    [
      'app/domain/reactions/query-options.ts',
      'app/platform/acts/optimistic.ts',
      'app/platform/query/query-client.tsx',
    ],
  ],
]

/** Shortened by hand, a post begins with the words of whom it quotes. */
test('the writer’s own words are found by one function', () => {
  const found = globSync('{app,server,shared}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) =>
      !file.includes('.test.') &&
      /(?<!\w)cut\(\s*plainText\(|plain_excerpt\(|\.content\.slice\(/.test(
        readFileSync(join(ROOT, file), 'utf8'),
      ),
  )
  expect(found.toSorted()).toEqual(['shared/plain-text.ts'])
})

/** Without `throwOnError` the client returns plain objects, which have to become Errors: `apiError`. */
test('no error is thrown as the API’s client returned it', () => {
  const RETURNED = /\berror\b[^{}=]*\}(?: =|: \w)/
  const THROWN = /\bthrow (?!new |apiError\(|insertError\(|refused\().*\berror\b/
  const found = FILES.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n}\n')
      .filter((declaration) => RETURNED.test(declaration) && THROWN.test(declaration))
      .map(() => file),
  )
  expect(found).toEqual([])
})

test.each(HOMES)('%s has one home', (_what, by, homes) => {
  const found = FILES.filter((file) => by.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(found.toSorted()).toEqual([...homes].toSorted())
})
