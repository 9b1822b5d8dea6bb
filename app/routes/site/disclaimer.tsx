// The investment disclaimer (SPEC.md section 2): discussions are educational and not financial advice.
import { Link } from 'react-router'
import { resources } from '#app/context.ts'
import { useSite } from '#app/platform/site/site.ts'
import * as t from '#words/site-pages.ts'
import type { Route } from './+types/disclaimer'
import { LegalPage, legalMeta, Section } from './legal/legal-page.tsx'

const TITLE = t.investmentDisclaimer

export function loader({ context }: Route.LoaderArgs) {
  context.get(resources).tags.add('static')
}

export const meta = legalMeta(TITLE, '/disclaimer', (name) => t.discussionsOnAreForEducation(name))

export default function Disclaimer() {
  const { name, legalEntity } = useSite()
  return (
    <LegalPage title={TITLE} updated="2026-11-26" summary={<p>{t.discussionsOnAreForEducational(name)}</p>}>
      <Section id="education" title={t.forEducationOnly}>
        <p>{t.allDiscussionsRepliesArticles(name)}</p>
        <p>{t.nothingHereIsAnOffer}</p>
      </Section>
      <Section id="registration" title={t.weAreNotARegistered}>
        <p>{t.inIndiaGivingInvestmentAdvice(legalEntity)}</p>
        <p>{t.sinceAugust2024PersonsRegulated}</p>
      </Section>
      <Section id="members" title={t.whatMembersAndExpertsWrite}>
        <p>{t.postsAreTheOpinionsOf}</p>
        <p>
          {t.verifiedExpertMeansThatWe((text) => (
            <a href="https://www.sebi.gov.in" rel="noopener noreferrer">
              {text}
            </a>
          ))}
        </p>
      </Section>
      <Section id="risk" title={t.risks}>
        <ul>
          <li>
            {t.strongMarketsInvestmentsInThe((text) => (
              <strong>{text}</strong>
            ))}
          </li>
          <li>
            {t.strongMutualFundsMutualFund((text) => (
              <strong>{text}</strong>
            ))}
          </li>
          <li>
            {t.strongIPOsGreyMarketPremiums((text) => (
              <strong>{text}</strong>
            ))}
          </li>
          <li>
            {t.strongVirtualDigitalAssets((text) => (
              <strong>{text}</strong>
            ))}
          </li>
          <li>
            {t.strongTaxAndLawRates((text) => (
              <strong>{text}</strong>
            ))}
          </li>
        </ul>
      </Section>
      <Section id="before-you-act" title={t.beforeYouAct}>
        <ul>
          <li>{t.readThePrimarySourceThe}</li>
          <li>{t.askASEBIRegisteredInvestment}</li>
          <li>{t.neverActOnAnUnasked}</li>
          <li>
            {t.complaintsAboutAListedCompany(
              (text) => (
                <a href="https://scores.sebi.gov.in" rel="noopener noreferrer">
                  {text}
                </a>
              ),
              (text) => (
                <a href="https://smartodr.in" rel="noopener noreferrer">
                  {text}
                </a>
              ),
              (text) => (
                <a href="https://sancharsaathi.gov.in" rel="noopener noreferrer">
                  {text}
                </a>
              ),
              (text) => (
                <a href="https://cybercrime.gov.in" rel="noopener noreferrer">
                  {text}
                </a>
              ),
            )}
          </li>
        </ul>
      </Section>
      <Section id="accuracy" title={t.accuracyAndLinks}>
        <p>{t.weTakeCareAndStill}</p>
      </Section>
      <Section id="liability" title={t.noLiabilityForDecisions}>
        <p>
          {t.youAloneDecideAboutYour(legalEntity, name, (text) => (
            <Link to="/terms">{text}</Link>
          ))}
        </p>
      </Section>
      <Section id="report" title={t.ifYouSeeAdviceOr}>
        <p>
          {t.reportThePostWithIts((text) => (
            <Link to="/contact?subject=report">{text}</Link>
          ))}
        </p>
      </Section>
    </LegalPage>
  )
}
