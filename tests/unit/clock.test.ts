// What a page says about time is asked of shared/clock.ts, which knows when the answer changes: a kept page with a time
// of its own would be wrong without anybody knowing. Files that ask the machine are listed here, with the reason why no
// kept page depends on it.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const ASKS = /\bDate\.now\(\)|\bnew Date\(\)|\bDate\(\)/

/** When someone acts: what is written, sent, refused or kept in the browser. */
const ON_ACTS = [
  'app/domain/bookmarks/query-options.ts',
  'app/domain/notifications/own-changes.ts',
  'app/domain/notifications/use-notifications.ts',
  'app/entry.client.tsx',
  'app/features/admin/articles/article-form.tsx',
  'app/features/admin/articles/article-side.tsx',
  'app/features/admin/inbox/queries.ts',
  'app/features/admin/sanctions/sanction-form.tsx',
  'app/features/admin/shield/queries.ts',
  'app/features/auth/auth-errors.ts',
  'app/features/chat/chosen-messages.tsx',
  'app/features/chat/outbox.ts',
  'app/features/contact/contact-form.tsx',
  'app/features/discussion/taken-back.ts',
  'app/features/newsletter/newsletter-box.tsx',
  'app/features/profile/own-profile.ts',
  'app/platform/acts/guest.ts',
  'app/platform/live/collect.ts',
  'app/platform/supabase/fetch-with-proof.ts',
  'app/platform/supabase/picture-upload.ts',
  'app/shell/error-response.tsx',
  'app/shell/notice.tsx',
  'shared/schemas/articles.ts',
  'shared/schemas/bookmarks.ts',
]
/** Parts that only a member or a browser's storage fills, so that no guest's page has them. */
const OF_MEMBERS = [
  'app/features/admin/sanctions/member-record.tsx',
  'app/features/sanctions/own-sanctions.tsx',
  'app/shell/sanction-notice.tsx',
  'app/features/notifications/notification-list.tsx',
  'app/features/home/own-home.tsx',
  'app/domain/threads/own-thread.ts',
  'app/features/admin/dashboard/health-words.ts',
  'app/features/chat/message-row.tsx',
  'app/features/dashboard/draft-list.tsx',
  'app/features/discussion/member-tools.tsx',
  'app/platform/drafts/saved-note.tsx',
  'app/platform/drafts/use-draft.ts',
  'app/platform/drafts/waiting-draft.tsx',
  'app/platform/session/me.ts',
  'app/platform/supabase/member-fetch.ts',
  'app/shell/first-paint/attributes.ts',
  'app/shell/first-paint/member.ts',
  // In its client loader; the server's has the clock.
  'app/routes/members/member.tsx',
]
/** Searches, which are never kept. */
const NOT_KEPT = ['app/features/search/queries.ts', 'app/routes/search.tsx']
/** What gives the clock to components: the server's time of rendering, and the browser's own afterwards. */
const CLOCK = ['app/ui/clock.tsx']

test('no page asks the machine for the time but through the clock', () => {
  const asking = globSync('{app,shared}/**/*.{ts,tsx}', { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => linesOf(file).some((line) => ASKS.test(line)))
  // A file that asks no longer leaves the list.
  expect(asking.sort()).toEqual([...ON_ACTS, ...OF_MEMBERS, ...NOT_KEPT, ...CLOCK].sort())
})

function linesOf(file: string): string[] {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n')
  return lines.filter((line) => !/^\s*(?:\/\/|\*|\/\*)/.test(line))
}
