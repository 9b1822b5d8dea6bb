// The rules of conduct, which moderators apply.
import { Link } from 'react-router'
import { resources } from '#app/context.ts'
import { useSite } from '#app/platform/site/site.ts'
import * as t from '#words/site-pages.ts'
import type { Route } from './+types/guidelines'
import { LegalPage, legalMeta, Section } from './legal/legal-page.tsx'

const TITLE = t.communityGuidelines2

export function loader({ context }: Route.LoaderArgs) {
  context.get(resources).tags.add('static')
}

export const meta = legalMeta(TITLE, '/guidelines', (name) => t.howPeopleTreatEachOther(name))

export default function Guidelines() {
  const { name, legalEntity } = useSite()
  return (
    <LegalPage title={TITLE} updated="2026-11-26" summary={<p>{t.inShortBeKindBe}</p>}>
      <Section id="spirit" title={t.theSpirit}>
        <p>{t.aChowkIsWhereA}</p>
      </Section>
      <Section id="do" title={t.whatMakesAGoodPost}>
        <ul>
          <li>
            {t.strongATitleThatSays((text) => (
              <strong>{text}</strong>
            ))}
          </li>
          <li>
            {t.strongFactsWithTheirSource((text) => (
              <strong>{text}</strong>
            ))}
          </li>
          <li>
            {t.strongNumbersWithTheirWorking((text) => (
              <strong>{text}</strong>
            ))}
          </li>
          <li>
            {t.strongYourStakeIfYou((text) => (
              <strong>{text}</strong>
            ))}
          </li>
          <li>
            {t.strongTheRightPlaceChoose((text) => (
              <strong>{text}</strong>
            ))}
          </li>
          <li>
            {t.strongEnglishHindiOrYour((text) => (
              <strong>{text}</strong>
            ))}
          </li>
        </ul>
      </Section>
      <Section id="do-not" title={t.whatComesDown}>
        <ul>
          <li>{t.buySellAndTargetPrice}</li>
          <li>{t.paidGroupsReferralLinksCoupon}</li>
          <li>{t.pumpingOrDumpingRumours}</li>
          <li>{t.educationThatIsAdviceA}</li>
          <li>{t.insultsHarassmentHateAndPosts}</li>
          <li>{t.privateDataPhoneNumbersPAN}</li>
          <li>{t.copiedArticlesAndResearchReports}</li>
          <li>{t.theSameTextInMany}</li>
          <li>{t.pretendingToBeAnotherPerson}</li>
        </ul>
      </Section>
      <Section id="wikis" title={t.wikis}>
        <p>{t.anAuthorOrAModerator}</p>
        <p>{t.editAsYouWouldWant}</p>
      </Section>
      <Section id="chat" title={t.inTheLiveChat}>
        <p>{t.theChatIsQuickAnd}</p>
      </Section>
      <Section id="private-messages" title={t.noPrivateMessages}>
        <p>{t.membersCannotWriteToEach}</p>
      </Section>
      <Section id="disagree" title={t.disagreeingWell}>
        <p>{t.answerTheArgumentNotThe2}</p>
      </Section>
      <Section id="moderation" title={t.whatHappensWhenARule}>
        <p>{t.everyPostReplyChatMessage}</p>
        <p>
          {t.aBannedMemberCanStill(
            <Link to="/contact?subject=report">{t.writeToTheGrievanceOfficer(legalEntity)}</Link>,
          )}
        </p>
      </Section>
      <Section id="levels" title={t.levelsReputationAndExperts}>
        <p>
          {t.reputationComesFromPostsAnd(name, (text) => (
            <Link to="/disclaimer">{text}</Link>
          ))}
        </p>
      </Section>
    </LegalPage>
  )
}
