// The investment disclaimer (SPEC.md section 2): discussions are educational and not financial advice.
import { Link } from 'react-router'
import { resources } from '#app/context.ts'
import { useSite } from '#app/platform/site/site.ts'
import type { Route } from './+types/disclaimer'
import { LegalPage, legalMeta, Section } from './legal/legal-page.tsx'

const TITLE = 'Investment Disclaimer'

export function loader({ context }: Route.LoaderArgs) {
  context.get(resources).tags.add('static')
}

export const meta = legalMeta(
  TITLE,
  '/disclaimer',
  (name) =>
    `Discussions on ${name} are for education only and are not financial advice. Markets carry risk; ask a SEBI-registered adviser about your own case.`,
)

export default function Disclaimer() {
  const { name, legalEntity } = useSite()
  return (
    <LegalPage
      title={TITLE}
      updated="2026-11-26"
      summary={
        <p>
          Discussions on {name} are for educational purposes only and are not financial advice. Ask a
          registered professional before you act on anything that concerns your money.
        </p>
      }
    >
      <Section id="education" title="For education only">
        <p>
          All discussions, replies, articles, chat messages and figures on {name} are for educational and
          informational purposes only and are not financial advice. They do not take your income, debts,
          goals, age or tolerance of loss into account, and nobody here knows them.
        </p>
        <p>
          Nothing here is an offer or an invitation to buy or sell any security, fund, insurance policy,
          virtual digital asset or other product.
        </p>
      </Section>
      <Section id="registration" title="We are not a registered adviser">
        <p>
          In India, giving investment advice for a consideration needs a registration under the SEBI
          (Investment Advisers) Regulations, 2013, and publishing research reports or recommendations one
          under the SEBI (Research Analysts) Regulations, 2014. {legalEntity} holds neither registration, does
          not act as an adviser, analyst, broker, distributor or portfolio manager, and takes no money or
          commission for what members write about a product.
        </p>
        <p>
          Since August 2024, persons regulated by SEBI may not associate with anyone who gives advice or
          claims returns in the securities market without being registered or permitted to. Members who offer
          paid tips, or promise performance, are removed.
        </p>
      </Section>
      <Section id="members" title="What members and experts write">
        <p>
          Posts are the opinions of their authors. Members may hold what they write about, may be wrong, and
          are not always who they seem to be. Upvotes, reputation, levels and trends measure activity and
          liking, not correctness.
        </p>
        <p>
          “Verified expert” means that we checked the profession and, where one is shown, the registration
          number at the time stated. It is not an endorsement of what the person writes, and an expert’s post
          is no advice to you either. “Sample” marks an invented member of the sample community. Check a
          registration yourself in the regulator’s own list: SEBI’s recognised intermediaries at{' '}
          <a href="https://www.sebi.gov.in" rel="noopener noreferrer">
            sebi.gov.in
          </a>
          , the Institute of Chartered Accountants of India for accountants, IRDAI for insurance, AMFI for
          fund distributors.
        </p>
      </Section>
      <Section id="risk" title="Risks">
        <ul>
          <li>
            <strong>Markets.</strong> Investments in the securities market are subject to market risks; read
            all related documents carefully before investing. You can lose what you put in, and in derivatives
            more than that: SEBI’s study of September 2024 found that 93 of 100 individual traders in equity
            futures and options lost money over three years.
          </li>
          <li>
            <strong>Mutual funds.</strong> Mutual fund investments are subject to market risks; read all
            scheme related documents carefully. Past performance does not tell the future.
          </li>
          <li>
            <strong>IPOs.</strong> Grey market premiums are unofficial and unregulated. Read the offer
            document.
          </li>
          <li>
            <strong>Virtual digital assets.</strong> Cryptocurrencies and tokens are unregulated in India and
            can be highly risky. There may be no regulatory recourse for any loss. Gains are taxed at 30 per
            cent without setting off losses: section 115BBH of the Income-tax Act, 1961 for financial years up
            to 2025-26. The Income-tax Act, 2025, in force since 1 April 2026, has its own section numbers.
          </li>
          <li>
            <strong>Tax and law.</strong> Rates, limits and due dates change with every Finance Act. What was
            right when it was written may not be today.
          </li>
        </ul>
      </Section>
      <Section id="before-you-act" title="Before you act">
        <ul>
          <li>Read the primary source: the offer document, the Act, the circular, the policy wording.</li>
          <li>
            Ask a SEBI-registered investment adviser, a chartered accountant or another qualified professional
            about your own case.
          </li>
          <li>Never act on an unasked tip, and never share an OTP, PIN or remote access to your device.</li>
          <li>
            Complaints about a listed company or an intermediary go to SEBI’s SCORES at{' '}
            <a href="https://scores.sebi.gov.in" rel="noopener noreferrer">
              scores.sebi.gov.in
            </a>
            , where it has 21 days to answer, and then to Smart ODR at{' '}
            <a href="https://smartodr.in" rel="noopener noreferrer">
              smartodr.in
            </a>
            . A suspicious call or message: Chakshu at{' '}
            <a href="https://sancharsaathi.gov.in" rel="noopener noreferrer">
              sancharsaathi.gov.in
            </a>
            . Money lost to fraud: call 1930 or report at{' '}
            <a href="https://cybercrime.gov.in" rel="noopener noreferrer">
              cybercrime.gov.in
            </a>
            .
          </li>
        </ul>
      </Section>
      <Section id="accuracy" title="Accuracy and links">
        <p>
          We take care, and still promise neither that anything here is accurate, complete or current, nor
          that a page behind a link is. A link is no recommendation.
        </p>
      </Section>
      <Section id="liability" title="No liability for decisions">
        <p>
          You alone decide about your money. As far as the law allows, {legalEntity} is not liable for a loss
          from acting, or not acting, on anything read on {name}. The <Link to="/terms">Terms</Link> say more.
        </p>
      </Section>
      <Section id="report" title="If you see advice or a scam here">
        <p>
          Report the post with its Report button, or <Link to="/contact?subject=report">write to us</Link>.
          Posts that promise returns or sell tips come down.
        </p>
      </Section>
    </LegalPage>
  )
}
