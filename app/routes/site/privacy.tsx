// The privacy policy: which data this product stores, where, and for how long. A change of these changes this page.
import { Link } from 'react-router'
import { resources } from '#app/context.ts'
import { useSite } from '#app/platform/site/site.ts'
import { InPageLanguage } from '#app/ui/in-english.tsx'
import * as t from '#words/privacy.ts'
import type { Route } from './+types/privacy'
import { GrievanceOfficer, loadGrievance } from './legal/grievance.tsx'
import { LegalPage, legalMeta, Section } from './legal/legal-page.tsx'

const TITLE = t.privacyPolicy

export async function loader({ context }: Route.LoaderArgs) {
  const { reader, tags } = context.get(resources)
  tags.add('static')
  return { grievance: await loadGrievance(reader) }
}

export const meta = legalMeta(TITLE, '/privacy', (name) => t.whatStoresAboutYouWhy(name))

export default function Privacy({ loaderData: { grievance } }: Route.ComponentProps) {
  const { name, legalEntity } = useSite()
  return (
    <LegalPage isEnglish title={TITLE} updated="2026-11-26" summary={<p>{t.inShortReadingNeedsNo}</p>}>
      <Section id="who" title={t.whoIsResponsible}>
        <p>
          {t.decidesWhyAndHowPersonal(legalEntity, name, (text) => (
            <Link to="/contact">{text}</Link>
          ))}
        </p>
      </Section>
      <Section id="what" title={t.whatWeStore}>
        <p>
          {t.strongWhenYouOnlyRead((text) => (
            <strong>{text}</strong>
          ))}
        </p>
        <p>
          <strong>{t.whenYouHaveAnAccount}</strong>
        </p>
        <ul>
          <li>{t.yourEMailAddressWhich}</li>
          <li>{t.yourPublicProfileUsernameAnd}</li>
          <li>{t.whatYouWriteAndDo}</li>
          <li>{t.yourSessionsWhenYouSigned}</li>
          <li>{t.ifYouSwitchOnTwo}</li>
          <li>{t.ifAMailServerOr}</li>
          <li>{t.ifYouAskForA}</li>
          <li>{t.ifYouTurnPushOn}</li>
        </ul>
        <p>{t.ifYouSignInWith}</p>
        <p>
          {t.strongWhenYouChatYour((text) => (
            <strong>{text}</strong>
          ))}
        </p>
        <p>
          {t.strongWhenYouWriteTo((text) => (
            <strong>{text}</strong>
          ))}
        </p>
        <p>{t.picturesThatYouUploadAre}</p>
      </Section>
      <Section id="browser" title={t.whatStaysInYourBrowser}>
        <p>
          {t.yourSessionYourDraftsAnd((text) => (
            <Link to="/cookies">{text}</Link>
          ))}
        </p>
      </Section>
      <Section id="why" title={t.whatWeUseItFor}>
        <ul>
          <li>{t.toGiveYouWhatYou}</li>
          <li>{t.toKeepTheSiteSafe}</li>
          <li>{t.toAnswerYouAndTo}</li>
        </ul>
        <p>{t.weAskForYourConsent}</p>
      </Section>
      <Section id="who-else" title={t.whoElseSeesIt}>
        <ul>
          <li>
            {t.strongEverybodyYourPublicProfile((text) => (
              <strong>{text}</strong>
            ))}
          </li>
          <li>
            {t.strongAdministratorsAlsoReports((text) => (
              <strong>{text}</strong>
            ))}
          </li>
          <li>
            {t.strongThoseWhoWorkFor((text) => (
              <strong>{text}</strong>
            ))}
          </li>
          <li>
            {t.strongTheMakerOfYour((text) => (
              <strong>{text}</strong>
            ))}
          </li>
          <li>
            {t.strongAuthoritiesWhereALaw((text) => (
              <strong>{text}</strong>
            ))}
          </li>
        </ul>
        <p>{t.thePagesLoadNoFonts(name)}</p>
      </Section>
      <Section id="how-long" title={t.howLongWeKeepIt}>
        <p>{t.theSiteDeletesWhatFollows}</p>
        <ul>
          <li>{t.chatMessagesWithTheHash}</li>
          <li>{t.viewHashes30MinutesCounters}</li>
          <li>{t.mailedLinksAndCodesUntil}</li>
          <li>{t.sessionsUntilYouEndThem}</li>
          <li>{t.deletedPosts180Days}</li>
          <li>{t.notifications180Days}</li>
          <li>{t.aDeviceWithPushUntil}</li>
          <li>{t.whichDiscussionsYouHaveRead}</li>
          <li>{t.yourAccountAndPostsFor}</li>
          <li>{t.afterYouCloseYourAccount}</li>
          <li>{t.picturesThatNothingShowsAny}</li>
          <li>{t.contactMessages30DaysAfter}</li>
          <li>{t.reportsWithTheWordsThat}</li>
          <li>{t.sanctionsAndAppealsAYear}</li>
          <li>{t.newsletterUntilYouUnsubscribe}</li>
          <li>{t.mailsThatCouldNotBe}</li>
          <li>{t.thatYourAddressRefusedOur}</li>
          <li>{t.theFileWithACopy}</li>
          <li>{t.backupsWhereTheOperatorHas}</li>
          <li>{t.theLogOfWhatAdministrators}</li>
        </ul>
      </Section>
      <Section id="rights" title={t.yourRights}>
        <p>{t.theDPDPActGivesYou}</p>
        <ul>
          <li>
            {t.strongKnowWhatPersonalData((text) => (
              <strong>{text}</strong>
            ))}
          </li>
          <li>
            {t.haveItStrongCorrectedCompleted((text) => (
              <strong>{text}</strong>
            ))}
          </li>
          <li>
            {t.strongWithdrawYourConsentSection((text) => (
              <strong>{text}</strong>
            ))}
          </li>
          <li>
            {t.haveYourStrongGrievancesAnswered((text) => (
              <strong>{text}</strong>
            ))}
          </li>
          <li>
            {t.strongNominateAPersonWho((text) => (
              <strong>{text}</strong>
            ))}
          </li>
        </ul>
        <p>
          {t.writeToUsThroughThe((text) => (
            <Link to="/contact">{text}</Link>
          ))}
        </p>
      </Section>
      <Section id="safety" title={t.howWeProtectIt}>
        <p>{t.connectionsAreEncryptedWhereThe}</p>
      </Section>
      <Section id="children" title={t.children}>
        <p>{t.isForPeopleOf18(name)}</p>
      </Section>
      <Section id="grievances" title={t.grievanceOfficer}>
        <InPageLanguage>
          <GrievanceOfficer grievance={grievance} legalEntity={legalEntity} />
        </InPageLanguage>
      </Section>
      <Section id="changes" title={t.changes}>
        <p>{t.whenThisPolicyChangesThe}</p>
      </Section>
    </LegalPage>
  )
}
