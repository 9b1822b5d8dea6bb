// The human-readable part of an export: one self-contained page without scripts.
import { escapeHtml } from '../../shared/escape-html.ts'

/** Labels of the row kinds of private.personal_data. */
export const SECTIONS = {
  account: 'Account',
  ways_to_sign_in: 'Ways to sign in',
  sessions: 'Signed-in devices',
  second_steps: 'Two-step sign-in',
  profile: 'Profile',
  expert_profile: 'Expert profile',
  roles: 'Roles',
  discussions: 'Discussions',
  replies: 'Replies',
  earlier_versions: 'Earlier versions of posts',
  wikis: 'Posts of yours that are wikis',
  wiki_edits: 'Your edits of the wikis of others',
  articles: 'Articles',
  upvotes: 'Upvotes',
  bookmarks: 'Bookmarks',
  bookmarked_replies: 'Bookmarked replies',
  followed_discussions: 'Discussions you follow',
  read_discussions: 'Discussions you have read',
  read_categories: 'Categories whose new discussions you put aside',
  visits: 'Your latest visit',
  polls: 'Polls you asked',
  poll_votes: 'Your votes in polls',
  followed_members: 'Members you follow',
  watches: 'Categories and tags you watch',
  first_steps: 'Your first steps here',
  mutes: 'What you mute',
  notifications: 'Notifications',
  notification_settings: 'Notification settings',
  mail_refusals: 'Mails that your address refused',
  push_subscriptions: 'Devices with push',
  chat_messages: 'Chat messages of the last 12 hours',
  chat_reactions: 'Your reactions in the chat',
  reports: 'Reports you made',
  sanctions: 'Sanctions',
  appeals: 'Your appeals',
  sealed_copies: 'Posts you deleted of which a sealed copy is kept for 180 days',
  newsletter: 'Newsletter',
  contact_messages: 'Messages to the site',
  files: 'Uploaded files',
  exports: 'Exports of your data',
} as const

export type Section = keyof typeof SECTIONS
export type Row = Readonly<Record<string, unknown>>
export type PersonalData = Record<Section, Row[]>

/** Columns with HTML, sanitised when written. */
const HTML = new Set(['content'])

const STYLE = `
  :root { color-scheme: light dark }
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
  article { border-top: 1px solid #8886; padding: .75rem 0 }
  dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .1rem 1rem; margin: 0 }
  dt { color: GrayText } dd { margin: 0; white-space: pre-wrap } dd.html { white-space: normal }
  @media (max-width: 30rem) { dl { display: block } dd { margin-bottom: .4rem } }`

/** @returns the whole document */
export function exportPage(data: PersonalData, { siteUrl, made }: { siteUrl: string; made: Date }): string {
  const sections = (Object.keys(SECTIONS) as Section[]).filter((section) => data[section].length > 0)
  const contents = sections.map(
    (section) => `<li><a href="#${section}">${SECTIONS[section]}</a> (${data[section].length})</li>`,
  )
  const parts = sections.map(
    (section) =>
      `<h2 id="${section}">${SECTIONS[section]}</h2>\n${data[section].map((row) => article(row)).join('\n')}`,
  )
  // Posts are sanitised; the policy is a second barrier: no scripts, no requests.
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Your data on ${escapeHtml(siteUrl)}</title><style>${STYLE}</style></head><body>
<h1>Your data on ${escapeHtml(siteUrl)}</h1>
<p>Made on ${escapeHtml(made.toUTCString())}. The same is in data.json, for programs.</p>
<nav aria-label="Contents"><ul>${contents.join('\n')}</ul></nav>
${parts.join('\n')}
</body></html>
`
}

function article(row: Row): string {
  const entries = Object.entries(row)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => {
      const shown = HTML.has(name) ? String(value) : escapeHtml(textOf(value))
      return `<dt>${escapeHtml(name.replaceAll('_', ' '))}</dt><dd${HTML.has(name) ? ' class="html"' : ''}>${shown}</dd>`
    })
  return `<article><dl>${entries.join('')}</dl></article>`
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value)
}
