// The privacy policy: which data this product stores, where, and for how long. A change of these changes this page.
import { Link } from 'react-router'
import { resources } from '#app/context.ts'
import { useSite } from '#app/platform/site/site.ts'
import type { Route } from './+types/privacy'
import { GrievanceOfficer, loadGrievance } from './legal/grievance.tsx'
import { LegalPage, legalMeta, Section } from './legal/legal-page.tsx'

const TITLE = 'Privacy Policy'

export async function loader({ context }: Route.LoaderArgs) {
  const { reader, tags } = context.get(resources)
  tags.add('static')
  return { grievance: await loadGrievance(reader) }
}

export const meta = legalMeta(
  TITLE,
  '/privacy',
  (name) =>
    `What ${name} stores about you, why, for how long, and your rights under the Digital Personal Data Protection Act, 2023.`,
)

export default function Privacy({ loaderData: { grievance } }: Route.ComponentProps) {
  const { name, legalEntity } = useSite()
  return (
    <LegalPage
      title={TITLE}
      updated="2026-11-26"
      summary={
        <p>
          In short: reading needs no account and leaves nothing behind. There is no tracking, no advertising
          and no sale of data. What you post is public; your e-mail address is not.
        </p>
      }
    >
      <Section id="who" title="Who is responsible">
        <p>
          {legalEntity} decides why and how personal data is processed on {name}. In the words of the Digital
          Personal Data Protection Act, 2023 (DPDP Act) it is the Data Fiduciary and you are the Data
          Principal. You reach us through the <Link to="/contact">contact page</Link>.
        </p>
      </Section>
      <Section id="what" title="What we store">
        <p>
          <strong>When you only read:</strong> nothing about you is stored on our servers. To keep the site
          running for all, your network address is counted for a few minutes, at most for an hour; and so that
          a discussion counts one view per visitor, a scrambled value (a hash) of your address and browser is
          kept for 30 minutes.
        </p>
        <p>
          <strong>When you have an account:</strong>
        </p>
        <ul>
          <li>
            your e-mail address, which no other member sees, and your password as an Argon2id hash, from which
            it cannot be read back;
          </li>
          <li>
            your public profile: username, and if you give them full name, picture and bio; your level,
            reputation, counts, join date and when you were last active;
          </li>
          <li>
            what you write and do: discussions, replies and their earlier versions, your edits of others’
            wikis, upvotes, follows, reports, notifications, pictures; and what no other member sees: your
            votes in polls, bookmarks with their notes and reminders, whom and what you mute or watch, and how
            far you have read which discussion;
          </li>
          <li>
            your sessions: when you signed in, from which network address and with which browser, so that you
            can see them in your settings and end them;
          </li>
          <li>if you switch on two-step sign-in, its secret, encrypted;</li>
          <li>
            if a mail server or a mail provider refuses our mails to you, your address with the reason and the
            day, so that we do not go on sending;
          </li>
          <li>if you ask for a copy of your data, the file until you have had a week to fetch it;</li>
          <li>
            if you turn push on for a device, the address at which its browser takes messages and the keys to
            encrypt them.
          </li>
        </ul>
        <p>
          If you sign in with Google or GitHub, they tell us your account’s identifier, e-mail address, name
          and picture. We get no access to anything else there.
        </p>
        <p>
          <strong>When you chat:</strong> your message and the name over it, for 12 hours. Who wrote an
          anonymous message is visible to administrators only, and is deleted with it. With a guest’s message
          goes a scrambled value (a hash) of the network address, so that a moderator can mute that guest for
          a day; nobody can read the address from it.
        </p>
        <p>
          <strong>When you write to us or subscribe:</strong> your name, address and message from the contact
          form; your address and its confirmation for the newsletter.
        </p>
        <p>
          Pictures that you upload are re-encoded before they are stored, without the place, device and time
          that a camera notes in them.
        </p>
      </Section>
      <Section id="browser" title="What stays in your browser">
        <p>
          Your session, your drafts and your choices (such as the theme) live in your own browser’s local
          storage. We set no tracking or advertising cookies. The whole list is on the{' '}
          <Link to="/cookies">Cookies page</Link>.
        </p>
      </Section>
      <Section id="why" title="What we use it for">
        <ul>
          <li>to give you what you asked for: an account, posts, chat, notifications, mails;</li>
          <li>to keep the site safe: limits against abuse, moderation, finding out who broke in;</li>
          <li>to answer you, and to meet duties that Indian law puts on us.</li>
        </ul>
        <p>
          We ask for your consent when you join, and you may withdraw it as easily as you gave it. We do not
          profile you for advertising, we show no advertisements, and we do not sell, rent or trade personal
          data.
        </p>
      </Section>
      <Section id="who-else" title="Who else sees it">
        <ul>
          <li>
            <strong>Everybody:</strong> your public profile, your posts, and your name beside each edit that
            you made of a wiki. Search engines find them.
          </li>
          <li>
            <strong>Administrators:</strong> also reports, contact messages, the newsletter list and the
            authors of anonymous chat messages. The list of members shows them nobody’s e-mail address but
            their own.
          </li>
          <li>
            <strong>Those who work for us:</strong> the companies that host the servers and carry our mail
            process data on our instructions.
          </li>
          <li>
            <strong>The maker of your browser, if you turn push on:</strong> a message to your device passes
            through a server of Google (Chrome and most others), Mozilla (Firefox), Apple (Safari) or
            Microsoft (Edge). Its content is encrypted for your device. The maker sees that this site sent
            one, when, and how long it is.
          </li>
          <li>
            <strong>Authorities:</strong> where a law or a court order obliges us.
          </li>
        </ul>
        <p>
          The pages load no fonts, scripts, pictures or counters from other companies: reading {name} tells
          nobody else that you did.
        </p>
      </Section>
      <Section id="how-long" title="How long we keep it">
        <p>
          The site deletes what follows by itself, within the hour after its time is up, pictures within a
          day.
        </p>
        <ul>
          <li>Chat messages, with the hash of a guest: 12 hours. That a guest is muted: a day.</li>
          <li>View hashes: 30 minutes. Counters of requests: at most a day.</li>
          <li>Mailed links and codes: until they are used or expire, within 24 hours.</li>
          <li>
            Sessions: until you end them; else a day after they ended by themselves, which they do after 30
            days without use, and in any case after 180 days.
          </li>
          <li>Notifications: 180 days.</li>
          <li>
            A device with push: until you turn it off or sign out there, or its browser gives it up. What was
            sent to it: an hour.
          </li>
          <li>Which discussions you have read, and how far: a year after you last read on.</li>
          <li>Your account and posts: for as long as you keep them.</li>
          <li>
            After you close your account: nobody can sign in to it any more, and your name, picture and
            address are gone from the site at once. What you registered with is kept apart for 180 days, which
            rule 3(1)(h) of the IT Rules, 2021 demands, and then erased. What you wrote stays under ‘Deleted
            member’, because others answered it, unless you ask for it to be deleted, too: then it goes within
            the day, and of a discussion that others answered the title stays with their answers. Your edits
            of others’ wikis stay in them and in their histories, under ‘Deleted member’.
          </li>
          <li>
            Pictures that nothing shows any more, or that were never sent: a day, for pictures of posts 31
            days after you uploaded them.
          </li>
          <li>Contact messages: 30 days after they were dealt with, and no longer than a year.</li>
          <li>
            Reports, with the words that they quote: a year after they were decided, also when the chat has
            long forgotten the message.
          </li>
          <li>
            Newsletter: until you unsubscribe, with one click in any issue, or 30 days if you never confirm;
            your address is deleted 30 days later.
          </li>
          <li>Mails that could not be delivered: a week after the last try.</li>
          <li>That your address refused our mails: until a year after the last refusal.</li>
          <li>The file with a copy of your data: a week.</li>
          <li>
            Backups: where the operator has them made, each holds the whole database of its day, for the time
            that the operator keeps it (by default the seven latest are kept). What you delete here stays in
            them until the last one that has it is gone. A backup is used to restore the site after a failure,
            and for nothing else.
          </li>
          <li>
            The log of what administrators did: for as long as the site stands. It names what was done to
            which account or post, and no addresses.
          </li>
        </ul>
      </Section>
      <Section id="rights" title="Your rights">
        <p>
          The DPDP Act gives you these rights as its provisions come into force, and we honour them already.
          You may:
        </p>
        <ul>
          <li>
            <strong>know</strong> what personal data of yours we process and with whom it was shared (section
            11): a copy of all of it is made for you under ‘Privacy and data’ in your settings;
          </li>
          <li>
            have it <strong>corrected, completed, updated or erased</strong> (section 12): profile and posts
            by yourself on the site, all of it by closing your account, everything else by asking us;
          </li>
          <li>
            <strong>withdraw your consent</strong> (section 6), as easily as you gave it;
          </li>
          <li>
            have your <strong>grievances</strong> answered (section 13);
          </li>
          <li>
            <strong>nominate</strong> a person who exercises these rights after your death or incapacity
            (section 14).
          </li>
        </ul>
        <p>
          Write to us through the <Link to="/contact">contact page</Link> from the address of your account. If
          our answer does not satisfy you, you may complain to the Data Protection Board of India once you
          have been through our grievance officer.
        </p>
      </Section>
      <Section id="safety" title="How we protect it">
        <p>
          Connections are encrypted where the site is served over HTTPS. The database itself decides who may
          read or change each row. Passwords are hashed, secrets encrypted, sessions rotated and revocable,
          and addresses, tokens and texts are kept out of our logs. No system is perfectly safe: if personal
          data is breached, we tell you and the Data Protection Board as the DPDP Act requires, and report to
          CERT-In where its directions ask for it.
        </p>
      </Section>
      <Section id="children" title="Children">
        <p>
          {name} is for people of 18 years and over. We do not knowingly keep accounts of children, whose data
          section 9 of the DPDP Act protects especially. If you know of one, please tell us.
        </p>
      </Section>
      <Section id="grievances" title="Grievance Officer">
        <GrievanceOfficer grievance={grievance} legalEntity={legalEntity} />
      </Section>
      <Section id="changes" title="Changes">
        <p>
          When this policy changes, the new text stands here with its date. If a change takes something away
          from members, we tell them before it applies.
        </p>
      </Section>
    </LegalPage>
  )
}
