// The rules of conduct, which moderators apply.
import { Link } from 'react-router'
import { resources } from '#app/context.ts'
import { useSite } from '#app/platform/site/site.ts'
import type { Route } from './+types/guidelines'
import { LegalPage, legalMeta, Section } from './legal/legal-page.tsx'

const TITLE = 'Community Guidelines'

export function loader({ context }: Route.LoaderArgs) {
  context.get(resources).tags.add('static')
}

export const meta = legalMeta(
  TITLE,
  '/guidelines',
  (name) =>
    `How people treat each other on ${name}: what makes a good post, what comes down, and what moderators do.`,
)

export default function Guidelines() {
  const { name, legalEntity } = useSite()
  return (
    <LegalPage
      title={TITLE}
      updated="2026-11-26"
      summary={
        <p>
          In short: be kind, be exact, show your working, say what you hold. No tips, no promises, no private
          data.
        </p>
      }
    >
      <Section id="spirit" title="The spirit">
        <p>
          A chowk is where a town meets: strangers ask, neighbours answer, and nobody shouts for long. Write
          as you would speak to someone across a table, whose savings may depend on how well you explain.
          Every member was a beginner; no honest question is too simple.
        </p>
      </Section>
      <Section id="do" title="What makes a good post">
        <ul>
          <li>
            <strong>A title that says it.</strong> “LTCG on debt funds bought before April 2023?” gets
            answers; “Please help” does not.
          </li>
          <li>
            <strong>Facts with their source.</strong> Name the section, the circular, the page of the offer
            document. Say which year you mean: rules change.
          </li>
          <li>
            <strong>Numbers with their working.</strong> Show the sum, so that others can check it.
          </li>
          <li>
            <strong>Your stake.</strong> If you hold it, sell it or are paid for it, say so in the post.
          </li>
          <li>
            <strong>The right place.</strong> Choose the category that fits, and search before you ask.
          </li>
          <li>
            <strong>English, Hindi or your own language</strong>, and patience with those who write another.
          </li>
        </ul>
      </Section>
      <Section id="do-not" title="What comes down">
        <ul>
          <li>Buy, sell and target-price calls, “sure-shot” tips, and promises of returns.</li>
          <li>
            Paid groups, referral links, coupon codes and self-promotion; recruiting for chat channels
            elsewhere.
          </li>
          <li>
            Pumping or dumping: rumours, coordinated buying, and anything that sounds like inside information.
          </li>
          <li>
            “Education” that is advice: a security by name with its prices of the last three months, in order
            to suggest a view. SEBI drew this line on 29 January 2025, and it holds in the chat too.
          </li>
          <li>Insults, harassment, hate, and posts about a person’s religion, caste, gender or origin.</li>
          <li>
            Private data: phone numbers, PAN, Aadhaar, bank or demat details, screenshots that show them. Your
            own too.
          </li>
          <li>Copied articles and research reports. Quote a few lines and link to the rest.</li>
          <li>The same text in many places, and unchecked AI text.</li>
          <li>Pretending to be another person, an expert or a regulator.</li>
        </ul>
      </Section>
      <Section id="wikis" title="Wikis">
        <p>
          An author or a moderator can make a post a wiki: a list of dates, say, that has to be kept up to
          date. Members who have been here for a while then edit its text. Everybody can read who changed
          what, and its author can restore an earlier version.
        </p>
        <p>
          Edit as you would want to be edited: correct, complete, name the source, and leave the author’s
          opinion alone; your own belongs in a reply. These rules bind the last editor of a wiki as they do
          the author of a post.
        </p>
      </Section>
      <Section id="chat" title="In the live chat">
        <p>
          The chat is quick and forgets everything after 12 hours; the rules are the same. Guests and
          anonymous writers are welcome, and answer to the moderators like all others.
        </p>
      </Section>
      <Section id="private-messages" title="No private messages">
        <p>
          Members cannot write to each other in private, because that is how tipsters reach people. Ask and
          answer in the open, where others can check what is said. If someone offers to talk elsewhere, by
          phone, on WhatsApp or Telegram or in a paid group, do not go there: report them.
        </p>
      </Section>
      <Section id="disagree" title="Disagreeing well">
        <p>
          Answer the argument, not the person. Quote the sentence that you mean. If you were wrong, say so: it
          earns more respect here than being right. If it gets heated, leave it for an hour.
        </p>
      </Section>
      <Section id="moderation" title="What happens when a rule is broken">
        <p>
          Every post, reply, chat message and profile can be reported by any member. Moderators hide, edit or
          remove what breaks the rules, lock discussions that go in circles, and ban those who keep on.
          Serious cases (fraud, threats, private data) need no warning. Every step is in a log.
        </p>
        <p>
          A banned member can still read. If you think that we were wrong,{' '}
          <Link to="/contact?subject=report">write to the Grievance Officer of {legalEntity}</Link>: you get
          an answer.
        </p>
      </Section>
      <Section id="levels" title="Levels, reputation and experts">
        <p>
          Reputation comes from posts and from others’ upvotes on them. Levels are set by administrators; none
          of them makes anyone right. Verified experts have shown us their profession, and give no personal
          advice on {name} either: see the <Link to="/disclaimer">disclaimer</Link>.
        </p>
      </Section>
    </LegalPage>
  )
}
