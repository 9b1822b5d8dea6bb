// The terms of use. Their statements about the product must be true.
import { Link } from 'react-router'
import { resources } from '#app/context.ts'
import { runBy, useSite } from '#app/platform/site/site.ts'
import { InPageLanguage } from '#app/ui/in-english.tsx'
import * as t from '#words/terms.ts'
import type { Route } from './+types/terms'
import { GrievanceOfficer, loadGrievance } from './legal/grievance.tsx'
import { LegalPage, legalMeta, Section } from './legal/legal-page.tsx'

const TITLE = t.termsOfUse

export async function loader({ context }: Route.LoaderArgs) {
  const { reader, tags } = context.get(resources)
  tags.add('static')
  return { grievance: await loadGrievance(reader) }
}

export const meta = legalMeta(TITLE, '/terms', (name) => t.theTermsForReadingAnd(name))

export default function Terms({ loaderData: { grievance } }: Route.ComponentProps) {
  const { name, legalEntity } = useSite()
  return (
    <LegalPage isEnglish title={TITLE} updated="2026-11-26" summary={<p>{t.inShortBeAtLeast}</p>}>
      <Section id="agreement" title={t.yourAgreementWithUs}>
        <p>
          {t.isACommunityForInvestors(
            name,
            runBy({ name, legalEntity }, t.itsOwnTeam),
            (text) => (
              <Link to="/privacy">{text}</Link>
            ),
            (text) => (
              <Link to="/guidelines">{text}</Link>
            ),
            (text) => (
              <Link to="/disclaimer">{text}</Link>
            ),
          )}
        </p>
        <p>{t.thisDocumentIsAnElectronic}</p>
      </Section>
      <Section id="no-advice" title={t.noFinancialAdvice}>
        <p>{t.everythingOnIsForEducation(name, legalEntity)}</p>
        <p>
          {t.decisionsAboutYourMoneyAre((text) => (
            <Link to="/disclaimer">{text}</Link>
          ))}
        </p>
      </Section>
      <Section id="account" title={t.yourAccount}>
        <ul>
          <li>{t.youMustBeAtLeast}</li>
          <li>{t.giveAnEMailAddress}</li>
          <li>{t.yourUsernameMustNotPretend}</li>
          <li>{t.keepYourPasswordToYourself}</li>
          <li>{t.readingNeedsNoAccountGuests}</li>
        </ul>
      </Section>
      <Section id="conduct" title={t.whatYouMayNotDo}>
        <p>{t.underRule31B}</p>
        <ul>
          <li>{t.belongsToAnotherPersonAnd}</li>
          <li>{t.isObscenePornographicPaedophilic}</li>
          <li>{t.isHarmfulToChildren}</li>
          <li>{t.infringesAPatentTrademark}</li>
          <li>{t.deceivesOrMisleadsOthersAbout}</li>
          <li>{t.impersonatesAnotherPerson}</li>
          <li>{t.threatensTheUnityIntegrity}</li>
          <li>{t.isAnOnlineGameThat}</li>
          <li>{t.containsAVirusOrAny}</li>
          <li>{t.violatesAnyLawForThe}</li>
        </ul>
        <p>{t.becauseMoneyIsAtStake}</p>
        <ul>
          <li>{t.givePersonalRecommendationsToBuy}</li>
          <li>{t.promiseOrHintAtGuaranteed}</li>
          <li>{t.tryToMoveAPrice}</li>
          <li>{t.writeAboutAnInstrumentThat}</li>
          <li>{t.collectOthersDataSendUnasked}</li>
        </ul>
      </Section>
      <Section id="content" title={t.whatYouWriteStaysYours}>
        <p>{t.youKeepTheRightsIn(name)}</p>
        <p>{t.youConfirmThatYouHave}</p>
      </Section>
      <Section id="moderation" title={t.moderation}>
        <p>{t.weMayHideEditLock}</p>
        <p>{t.deletingADiscussionDeletesIts}</p>
      </Section>
      <Section id="service" title={t.theServiceAsItIs}>
        <p>{t.weRunWithCareBut(name)}</p>
      </Section>
      <Section id="liability" title={t.liability}>
        <p>{t.asFarAsTheLaw(legalEntity)}</p>
        <p>{t.nothingInTheseTermsTakes}</p>
      </Section>
      <Section id="ending" title={t.leaving}>
        <p>
          {t.youMayStopUsingAt(
            name,
            (text) => (
              <Link to="/settings/privacy">{text}</Link>
            ),
            (text) => (
              <Link to="/privacy#how-long">{text}</Link>
            ),
          )}
        </p>
      </Section>
      <Section id="grievances" title={t.grievanceOfficer}>
        <InPageLanguage>
          <GrievanceOfficer grievance={grievance} legalEntity={legalEntity} />
        </InPageLanguage>
      </Section>
      <Section id="law" title={t.changesLawAndCourts}>
        <p>{t.whenTheseTermsChangeThe}</p>
        <p>{t.theseTermsAreGovernedBy}</p>
      </Section>
    </LegalPage>
  )
}
