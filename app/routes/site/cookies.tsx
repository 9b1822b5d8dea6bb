// Everything that the site stores in a browser. New entries must be added here.

import { Link } from 'react-router'
import { resources } from '#app/context.ts'
import { useSite } from '#app/platform/site/site.ts'
import {
  CHAT_NAME_KEY,
  GUEST_READ_KEY,
  INTENT_KEY,
  LETTER_KEYS_KEY,
  NOTICE_KEY,
  OWN_READ_KEY,
  PROFILE_KEY,
  SEARCHES_KEY,
  SESSION_KEY,
  THEME_KEY,
} from '#shared/page-contract.ts'
import type { Route } from './+types/cookies'
import { LegalPage, legalMeta, Section } from './legal/legal-page.tsx'

const TITLE = 'Cookies and Local Storage'

const KEPT = [
  ['Your session', SESSION_KEY, 'Keeps you signed in', 'Until you sign out or clear it'],
  ['Your public profile', PROFILE_KEY, 'Shows your name at once', 'Until you sign out'],
  [
    'A secret for one link',
    `${SESSION_KEY}…code-verifier`,
    'Ties a link that you asked for by e-mail to this browser',
    'Until the link is opened',
  ],
  ['Drafts', 'draft:…', 'Restores what you were writing', 'Until sent, or 30 days'],
  ['Theme', THEME_KEY, 'Light or dark, if you chose', 'Until you clear it'],
  ['The line under the header', NOTICE_KEY, 'Remembers that you hid it', '30 days'],
  ['Your name in the chat, as a guest', CHAT_NAME_KEY, 'Saves you typing it again', 'Until you clear it'],
  [
    'What you read as a guest',
    GUEST_READ_KEY,
    'Shows the last 300 discussions as read',
    'Until you sign in, which moves it to your account, or clear it',
  ],
  [
    'What you read as a member',
    OWN_READ_KEY,
    'Shows lists as read at once, before your account is asked',
    'Until you sign out',
  ],
  [
    'What you set out to do',
    INTENT_KEY,
    'Casts your upvote, say, right after you sign in',
    'Until done, or an hour',
  ],
  ['Keys', LETTER_KEYS_KEY, 'Remembers that you switched the keys off', 'Until you switch them on'],
  ['Your last searches', SEARCHES_KEY, 'Offers them again', 'Until you clear them or sign out'],
] as const

export function loader({ context }: Route.LoaderArgs) {
  context.get(resources).tags.add('static')
}

export const meta = legalMeta(
  TITLE,
  '/cookies',
  (name) =>
    `What ${name} keeps in your browser: a session, drafts and choices in local storage; no tracking cookies.`,
)

export default function Cookies() {
  const { name } = useSite()
  return (
    <LegalPage
      title={TITLE}
      updated="2026-11-25"
      summary={
        <p>
          In short: no tracking cookies, from us or anybody else. Your session, drafts and choices live in
          your own browser.
        </p>
      }
    >
      <Section id="short" title="No tracking cookies">
        <p>
          {name} sets no cookies for tracking, statistics or advertising, from us or from anybody else. That
          is why no banner asks you to accept any.
        </p>
      </Section>
      <Section id="storage" title="What your browser keeps for us">
        <p>
          In its local storage, which only this site can read, and from which only your session is sent to our
          server:
        </p>
        <div className="overflow-x-auto">
          <table className="w-full border-collapse text-left text-15 max-sm:table-fixed">
            <thead>
              <tr className="border-b border-line">
                <th scope="col" className="py-2 pr-3 font-semibold max-sm:w-[38%]">
                  What
                </th>
                <th scope="col" className="py-2 pr-3 font-semibold">
                  Why
                </th>
                <th scope="col" className="py-2 font-semibold max-sm:w-[27%]">
                  How long
                </th>
              </tr>
            </thead>
            <tbody>
              {KEPT.map(([what, key, why, howLong]) => (
                <tr key={key} className="border-b border-line align-top">
                  <td className="py-2 pr-3">
                    {what}
                    <span className="block font-mono text-13 text-muted [overflow-wrap:anywhere]">{key}</span>
                  </td>
                  <td className="py-2 pr-3">{why}</td>
                  <td className="py-2">{howLong}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p>A reader without an account who changes nothing has none of these.</p>
      </Section>
      <Section id="cookie" title="The three cookies">
        <p>
          If you sign in with Google or GitHub, a cookie is set while you are away at their page. It ties
          their answer to your browser, so that nobody can sign you in as someone else. At their own pages
          those companies follow their own policies.
        </p>
        <p>
          While the site is closed for maintenance, a cookie lets its administrators see the pages. Nobody
          else gets it.
        </p>
        <p>
          When you sign in, a cookie notes that pages which have to be made are made for you before those of
          strangers. It holds a number and no name, lasts a week and goes when you sign out. A guest gets it
          for ten minutes only, after their browser has solved a small puzzle while very many pages are opened
          at once.
        </p>
        <p>
          All three are strictly necessary and unreadable to scripts. A guest who only reads gets none on an
          ordinary day.
        </p>
      </Section>
      <Section id="offline" title="The offline page">
        <p>
          Once the site has come alive in your browser, a small worker keeps one page: the one that says that
          you are offline. It keeps nothing that you read. If you turn push on, the same worker shows your
          notifications.
        </p>
      </Section>
      <Section id="control" title="How to remove it">
        <p>
          Sign out, or use “Clear site data” in your browser’s settings: everything above is gone. Reading
          works without any of it, and with JavaScript switched off. Signing in needs the session. What our
          servers store is in the <Link to="/privacy">Privacy Policy</Link>.
        </p>
      </Section>
    </LegalPage>
  )
}
