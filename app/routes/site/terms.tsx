// The terms of use. Their statements about the product must be true.
import { Link } from 'react-router'
import { resources } from '#app/context.ts'
import { runBy, useSite } from '#app/platform/site/site.ts'
import type { Route } from './+types/terms'
import { GrievanceOfficer, loadGrievance } from './legal/grievance.tsx'
import { LegalPage, legalMeta, Section } from './legal/legal-page.tsx'

const TITLE = 'Terms of Use'

export async function loader({ context }: Route.LoaderArgs) {
  const { reader, tags } = context.get(resources)
  tags.add('static')
  return { grievance: await loadGrievance(reader) }
}

export const meta = legalMeta(
  TITLE,
  '/terms',
  (name) =>
    `The terms for reading and writing on ${name}: your account, what may not be posted, moderation, liability and the Grievance Officer.`,
)

export default function Terms({ loaderData: { grievance } }: Route.ComponentProps) {
  const { name, legalEntity } = useSite()
  return (
    <LegalPage
      title={TITLE}
      updated="2026-11-26"
      summary={
        <p>
          In short: be at least 18, be honest about who you are and what you hold, sell no tips, and treat
          what you read as education. What you write stays yours.
        </p>
      }
    >
      <Section id="agreement" title="Your agreement with us">
        <p>
          {name} is a community for investors, traders and all who want to understand money in India. It is
          run by {runBy({ name, legalEntity })} (“we”, “us”). By reading the site, chatting as a guest or
          opening an account you agree to these terms, to the <Link to="/privacy">Privacy Policy</Link>, to
          the <Link to="/guidelines">Community Guidelines</Link> and to the{' '}
          <Link to="/disclaimer">Investment Disclaimer</Link>. If you do not agree, please do not use the
          site.
        </p>
        <p>
          This document is an electronic record under the Information Technology Act, 2000, and needs no
          signature.
        </p>
      </Section>
      <Section id="no-advice" title="No financial advice">
        <p>
          Everything on {name} is for education and discussion. Nothing here is investment, tax, legal or
          insurance advice, a research report, or an offer to buy or sell anything. {legalEntity} is not
          registered with the Securities and Exchange Board of India (SEBI) as an investment adviser or
          research analyst and does not act as one.
        </p>
        <p>
          Decisions about your money are yours. The{' '}
          <Link to="/disclaimer">full disclaimer is a page of its own</Link> and part of these terms.
        </p>
      </Section>
      <Section id="account" title="Your account">
        <ul>
          <li>You must be at least 18 years old, and able to enter into a contract, to open an account.</li>
          <li>Give an e-mail address that is yours. One person, one account.</li>
          <li>
            Your username must not pretend to be another person, a company or a regulator. “Verified expert”
            is a mark that only we give.
          </li>
          <li>
            Keep your password to yourself and use the two-step sign-in in your settings. What is done through
            your account counts as done by you until you tell us that someone else got in.
          </li>
          <li>
            Reading needs no account. Guests may write in the live chat under a name of their choice, which
            must not be a member’s.
          </li>
        </ul>
      </Section>
      <Section id="conduct" title="What you may not do">
        <p>
          Under rule 3(1)(b) of the Information Technology (Intermediary Guidelines and Digital Media Ethics
          Code) Rules, 2021, you may not host, display, upload, share or store anything that:
        </p>
        <ul>
          <li>belongs to another person and to which you have no right;</li>
          <li>
            is obscene, pornographic, paedophilic, invasive of another’s privacy (bodily privacy included),
            insulting or harassing on the basis of gender, racially or ethnically objectionable, or promotes
            money laundering or gambling, or enmity between groups with the intent to incite violence;
          </li>
          <li>is harmful to children;</li>
          <li>infringes a patent, trademark, copyright or other proprietary right;</li>
          <li>
            deceives or misleads others about where a message comes from, or knowingly spreads misinformation
            or information that is patently false;
          </li>
          <li>impersonates another person;</li>
          <li>
            threatens the unity, integrity, defence, security or sovereignty of India, friendly relations with
            foreign States or public order, or incites an offence;
          </li>
          <li>is an online game that is not permitted, or advertises one, or an unlawful game of money;</li>
          <li>contains a virus or any code made to interrupt, destroy or limit a computer resource; or</li>
          <li>violates any law for the time being in force.</li>
        </ul>
        <p>Because money is at stake here, you also may not:</p>
        <ul>
          <li>
            give personal recommendations to buy, sell or hold for any kind of payment, or run paid “tips” or
            “calls” groups, without the SEBI registration that this needs;
          </li>
          <li>promise or hint at guaranteed or assured returns;</li>
          <li>
            try to move a price: pump-and-dump schemes, false rumours, circular trading, or talk of
            unpublished price-sensitive information;
          </li>
          <li>write about an instrument that you hold or are paid to mention without saying so;</li>
          <li>collect others’ data, send unasked advertising, or use scripts that get around our limits.</li>
        </ul>
      </Section>
      <Section id="content" title="What you write stays yours">
        <p>
          You keep the rights in what you post. You give us a worldwide, royalty-free, non-exclusive licence
          to store, show, format, back up and make searchable what you post, for as long as it stands on the
          site, so that we can run {name} and show your posts to its readers.
        </p>
        <p>
          You confirm that you have the right to post it. Your posts are public: search engines read them, and
          others may quote them. You can edit your discussions while they are not locked, and your replies.
        </p>
      </Section>
      <Section id="moderation" title="Moderation">
        <p>
          We may hide, edit, lock or delete posts, change a member’s level, and suspend or close accounts that
          break these terms, the guidelines or the law. Where automatic moderation is on, a post that several
          members have reported is hidden until a person has looked at it. What moderators do is kept in a log
          that nobody can change.
        </p>
        <p>
          Deleting a discussion deletes its replies and cannot be undone. If you believe that we were wrong,
          write to the Grievance Officer (below). The decision is looked at again, by another person where the
          site has more than one administrator.
        </p>
      </Section>
      <Section id="service" title="The service as it is">
        <p>
          We run {name} with care, but “as is” and “as available”. We do not promise that it is always
          reachable, free of errors, or that what members write is right, complete or up to date. Figures such
          as counters, trends and reputation describe activity on this site and nothing else. We may change or
          end features, and close the site for maintenance.
        </p>
      </Section>
      <Section id="liability" title="Liability">
        <p>
          As far as the law allows, {legalEntity} is not liable for losses from trades, investments, taxes or
          other decisions that anyone made because of something read here, nor for indirect or consequential
          loss. We are an intermediary within the meaning of section 2(1)(w) of the Information Technology
          Act, 2000; posts are their authors’ responsibility.
        </p>
        <p>
          Nothing in these terms takes away rights that a consumer cannot give up, or limits liability for
          fraud or for what the law does not let us limit.
        </p>
      </Section>
      <Section id="ending" title="Leaving">
        <p>
          You may stop using {name} at any time, take a copy of your data along, and close your account, both
          under ‘Privacy and data’ in <Link to="/settings/privacy">your settings</Link>. What happens to your
          data then is in the <Link to="/privacy#how-long">Privacy Policy</Link>.
        </p>
      </Section>
      <Section id="grievances" title="Grievance Officer">
        <GrievanceOfficer grievance={grievance} legalEntity={legalEntity} />
      </Section>
      <Section id="law" title="Changes, law and courts">
        <p>
          When these terms change, the new text stands here with its date. If a change takes something away
          from members, we tell them before it applies.
        </p>
        <p>
          These terms are governed by the laws of India. Disputes go to the competent courts in India;
          consumers may also turn to the forums that the Consumer Protection Act, 2019 gives them. If one
          sentence of these terms is void, the rest stands.
        </p>
      </Section>
    </LegalPage>
  )
}
