// Everything that the site stores in a browser. New entries must be added here.

import { Link } from 'react-router'
import { resources } from '#app/context.ts'
import { useSite } from '#app/platform/site/site.ts'
import {
  CHAT_NAME_KEY,
  GUEST_READ_KEY,
  INTENT_KEY,
  LANGUAGE_KEY,
  LANGUAGE_TOLD_KEY,
  LETTER_KEYS_KEY,
  NOTICE_KEY,
  OWN_READ_KEY,
  PROFILE_KEY,
  SEARCHES_KEY,
  SESSION_KEY,
  THEME_KEY,
} from '#shared/page-contract.ts'
import * as t from '#words/cookies.ts'
import type { Route } from './+types/cookies'
import { LegalPage, legalMeta, Section } from './legal/legal-page.tsx'

const TITLE = t.cookiesAndLocalStorage

const KEPT = [
  [t.yourSession, SESSION_KEY, t.keepsYouSignedIn, t.untilYouSignOutOr],
  [t.yourPublicProfile, PROFILE_KEY, t.showsYourNameAtOnce, t.untilYouSignOut],
  [t.aSecretForOneLink, `${SESSION_KEY}…code-verifier`, t.tiesALinkThatYou, t.untilTheLinkIsOpened],
  ['Drafts', 'draft:…', t.restoresWhatYouWereWriting, t.untilSentOr30Days],
  ['Theme', THEME_KEY, t.lightOrDarkIfYou, t.untilYouClearIt],
  [t.yourLanguage, LANGUAGE_KEY, t.opensPagesInIt, t.untilYouClearIt],
  [t.yourLanguageAsYourAccount, LANGUAGE_TOLD_KEY, t.tellsAChoiceMadeHere, t.untilYouClearIt],
  [t.theLineUnderTheHeader, NOTICE_KEY, t.remembersThatYouHidIt, '30 days'],
  [t.yourNameInTheChat, CHAT_NAME_KEY, t.savesYouTypingItAgain, t.untilYouClearIt],
  [t.whatYouReadAsA, GUEST_READ_KEY, t.showsTheLast300Discussions, t.untilYouSignInWhich],
  [t.whatYouReadAsA2, OWN_READ_KEY, t.showsListsAsReadAt, t.untilYouSignOut],
  [t.whatYouSetOutTo, INTENT_KEY, t.castsYourUpvoteSayRight, t.untilDoneOrAnHour],
  ['Keys', LETTER_KEYS_KEY, t.remembersThatYouSwitchedThe, t.untilYouSwitchThemOn],
  [t.yourLastSearches, SEARCHES_KEY, t.offersThemAgain, t.untilYouClearThemOr],
] as const

export function loader({ context }: Route.LoaderArgs) {
  context.get(resources).tags.add('static')
}

export const meta = legalMeta(TITLE, '/cookies', (name) => t.whatKeepsInYourBrowser(name))

export default function Cookies() {
  const { name } = useSite()
  return (
    <LegalPage isEnglish title={TITLE} updated="2026-11-25" summary={<p>{t.inShortNoTrackingCookies}</p>}>
      <Section id="short" title={t.noTrackingCookies}>
        <p>{t.setsNoCookiesForTracking(name)}</p>
      </Section>
      <Section id="storage" title={t.whatYourBrowserKeepsFor}>
        <p>{t.inItsLocalStorageWhich}</p>
        <div className="overflow-x-auto">
          <table className="w-full border-collapse text-left text-15 max-sm:table-fixed">
            <thead>
              <tr className="border-b border-line">
                <th scope="col" className="py-2 pr-3 font-semibold max-sm:w-[38%]">
                  {t.what}
                </th>
                <th scope="col" className="py-2 pr-3 font-semibold">
                  {t.why}
                </th>
                <th scope="col" className="py-2 font-semibold max-sm:w-[27%]">
                  {t.howLong}
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
        <p>{t.aReaderWithoutAnAccount}</p>
      </Section>
      <Section id="cookie" title={t.theThreeCookies}>
        <p>{t.ifYouSignInWith}</p>
        <p>{t.whileTheSiteIsClosed}</p>
        <p>{t.whenYouSignInA}</p>
        <p>{t.allThreeAreStrictlyNecessary}</p>
      </Section>
      <Section id="offline" title={t.whatCanBeReadOffline}>
        <p>{t.onceYouHaveUsedA}</p>
      </Section>
      <Section id="control" title={t.howToRemoveIt}>
        <p>
          {t.signOutOrUseClear((text) => (
            <Link to="/privacy">{text}</Link>
          ))}
        </p>
      </Section>
    </LegalPage>
  )
}
