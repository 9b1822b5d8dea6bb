import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const privacyPolicy = 'Privacy Policy'
export const whatStoresAboutYouWhy = (name: Part) =>
  `What ${name} stores about you, why, for how long, and your rights under the Digital Personal Data Protection Act, 2023.`
export const inShortReadingNeedsNo =
  'In short: reading needs no account and leaves nothing behind. There is no tracking, no advertising and no sale of data. What you post is public; your e-mail address is not.'
export const whoIsResponsible = 'Who is responsible'
export const decidesWhyAndHowPersonal = (legalEntity: Node, name: Node, link: Tag) =>
  rich(
    legalEntity,
    ' decides why and how personal data is processed on ',
    name,
    '. In the words of the Digital Personal Data Protection Act, 2023 (DPDP Act) it is the Data Fiduciary and you are the Data Principal. You reach us through the ',
    link('contact page'),
    '.',
  )
export const whatWeStore = 'What we store'
export const strongWhenYouOnlyRead = (strong: Tag) =>
  rich(
    strong('When you only read:'),
    ' nothing about you is stored on our servers. To keep the site running for all, your network address is counted for a few minutes, at most for an hour; and so that a discussion counts one view per visitor, a scrambled value (a hash) of your address and browser is kept for 30 minutes.',
  )
export const whenYouHaveAnAccount = 'When you have an account:'
export const yourEMailAddressWhich =
  'your e-mail address, which no other member sees, and your password as an Argon2id hash, from which it cannot be read back;'
export const yourPublicProfileUsernameAnd =
  'your public profile: username, and if you give them full name, picture and bio; your level, reputation, counts, join date and when you were last active;'
export const whatYouWriteAndDo =
  'what you write and do: discussions, replies and their earlier versions, your edits of others’ wikis, upvotes, follows, reports, notifications, pictures; and what no other member sees: your votes in polls, bookmarks with their notes and reminders, whom and what you mute or watch, and how far you have read which discussion;'
export const yourSessionsWhenYouSigned =
  'your sessions: when you signed in, from which network address and with which browser, so that you can see them in your settings and end them;'
export const ifYouSwitchOnTwo = 'if you switch on two-step sign-in, its secret, encrypted;'
export const ifAMailServerOr =
  'if a mail server or a mail provider refuses our mails to you, your address with the reason and the day, so that we do not go on sending;'
export const ifYouAskForA =
  'if you ask for a copy of your data, the file until you have had a week to fetch it;'
export const ifYouTurnPushOn =
  'if you turn push on for a device, the address at which its browser takes messages and the keys to encrypt them.'
export const ifYouSignInWith =
  'If you sign in with Google or GitHub, they tell us your account’s identifier, e-mail address, name and picture. We get no access to anything else there.'
export const strongWhenYouChatYour = (strong: Tag) =>
  rich(
    strong('When you chat:'),
    ' your message and the name over it, for 12 hours. Who wrote an anonymous message is visible to administrators only, and is deleted with it. With a guest’s message goes a scrambled value (a hash) of the network address, so that a moderator can mute that guest for a day; nobody can read the address from it. Reactions are shown as numbers: who gave them is shown to nobody, and they go with the message. A guest’s report of a message has no name.',
  )
export const strongWhenYouWriteTo = (strong: Tag) =>
  rich(
    strong('When you write to us or subscribe:'),
    ' your name, address and message from the contact form; your address and its confirmation for the newsletter.',
  )
export const picturesThatYouUploadAre =
  'Pictures that you upload are re-encoded before they are stored, without the place, device and time that a camera notes in them.'
export const whatStaysInYourBrowser = 'What stays in your browser'
export const yourSessionYourDraftsAnd = (link: Tag) =>
  rich(
    'Your session, your drafts and your choices (such as the theme) live in your own browser’s local storage. We set no tracking or advertising cookies. The whole list is on the ',
    link('Cookies page'),
    '.',
  )
export const whatWeUseItFor = 'What we use it for'
export const toGiveYouWhatYou =
  'to give you what you asked for: an account, posts, chat, notifications, mails;'
export const toKeepTheSiteSafe =
  'to keep the site safe: limits against abuse, moderation, finding out who broke in;'
export const toAnswerYouAndTo = 'to answer you, and to meet duties that Indian law puts on us.'
export const weAskForYourConsent =
  'We ask for your consent when you join, and you may withdraw it as easily as you gave it. We do not profile you for advertising, we show no advertisements, and we do not sell, rent or trade personal data.'
export const whoElseSeesIt = 'Who else sees it'
export const strongEverybodyYourPublicProfile = (strong: Tag) =>
  rich(
    strong('Everybody:'),
    ' your public profile, your posts, and your name beside each edit that you made of a wiki. Search engines find them.',
  )
export const strongAdministratorsAlsoReports = (strong: Tag) =>
  rich(
    strong('Administrators:'),
    ' also reports, contact messages, the newsletter list and the authors of anonymous chat messages. The list of members shows them nobody’s e-mail address but their own.',
  )
export const strongThoseWhoWorkFor = (strong: Tag) =>
  rich(
    strong('Those who work for us:'),
    ' the companies that host the servers and carry our mail process data on our instructions.',
  )
export const strongTheMakerOfYour = (strong: Tag) =>
  rich(
    strong('The maker of your browser, if you turn push on:'),
    ' a message to your device passes through a server of Google (Chrome and most others), Mozilla (Firefox), Apple (Safari) or Microsoft (Edge). Its content is encrypted for your device. The maker sees that this site sent one, when, and how long it is.',
  )
export const strongAuthoritiesWhereALaw = (strong: Tag) =>
  rich(strong('Authorities:'), ' where a law or a court order obliges us.')
export const thePagesLoadNoFonts = (name: Part) =>
  `The pages load no fonts, scripts, pictures or counters from other companies: reading ${name} tells nobody else that you did.`
export const howLongWeKeepIt = 'How long we keep it'
export const theSiteDeletesWhatFollows =
  'The site deletes what follows by itself, within the hour after its time is up, pictures within a day.'
export const chatMessagesWithTheHash =
  'Chat messages, with the hash of a guest: 12 hours. That a guest is muted: a day.'
export const viewHashes30MinutesCounters = 'View hashes: 30 minutes. Counters of requests: at most a day.'
export const mailedLinksAndCodesUntil =
  'Mailed links and codes: until they are used or expire, within 24 hours.'
export const sessionsUntilYouEndThem =
  'Sessions: until you end them; else a day after they ended by themselves, which they do after 30 days without use, and in any case after 180 days.'
export const deletedPosts180Days =
  'What you delete is gone from the site at once, for everybody. A sealed copy of its text and earlier versions is kept for 180 days, also after you close your account, because rule 3(1)(g) of the IT Rules, 2021 demands that evidence be preserved, and longer only while a report of the post is open. An administrator can look at it for a report, a complaint or an order alone, and each look is written into a log. The copy of your data names the sealed copies of your posts.'
export const notifications180Days = 'Notifications: 180 days.'
export const aDeviceWithPushUntil =
  'A device with push: until you turn it off or sign out there, or its browser gives it up. What was sent to it: an hour.'
export const whichDiscussionsYouHaveRead =
  'Which discussions you have read, and how far: a year after you last read on.'
export const yourAccountAndPostsFor = 'Your account and posts: for as long as you keep them.'
export const afterYouCloseYourAccount =
  'After you close your account: nobody can sign in to it any more, and your name, picture and address are gone from the site at once. What you registered with is kept apart for 180 days, which rule 3(1)(h) of the IT Rules, 2021 demands, and then erased. What you wrote stays under ‘Deleted member’, because others answered it, unless you ask for it to be deleted, too: then it goes within the day, and of a discussion that others answered the title stays with their answers. Your edits of others’ wikis stay in them and in their histories, under ‘Deleted member’.'
export const picturesThatNothingShowsAny =
  'Pictures that nothing shows any more, or that were never sent: a day, for pictures of posts 31 days after you uploaded them.'
export const contactMessages30DaysAfter =
  'Contact messages: 30 days after they were dealt with, and no longer than a year.'
export const reportsWithTheWordsThat =
  'Reports, with the words that they quote: a year after they were decided, also when the chat has long forgotten the message.'
export const sanctionsAndAppealsAYear =
  'Limits that administrators put on an account, and appeals: a year after they ended or were decided; those without end, and the administrators’ notes, as long as the account, and of a closed account as long as what it was registered with.'
export const newsletterUntilYouUnsubscribe =
  'Newsletter: until you unsubscribe, with one click in any issue, or 30 days if you never confirm; your address is deleted 30 days later.'
export const mailsThatCouldNotBe = 'Mails that could not be delivered: a week after the last try.'
export const thatYourAddressRefusedOur =
  'That your address refused our mails: until a year after the last refusal.'
export const theFileWithACopy = 'The file with a copy of your data: a week.'
export const backupsWhereTheOperatorHas =
  'Backups: where the operator has them made, each holds the whole database of its day, for the time that the operator keeps it (by default the seven latest are kept). What you delete here stays in them until the last one that has it is gone. A backup is used to restore the site after a failure, and for nothing else.'
export const theLogOfWhatAdministrators =
  'The log of what administrators did: for as long as the site stands. It names what was done to which account or post, and no addresses.'
export const yourRights = 'Your rights'
export const theDPDPActGivesYou =
  'The DPDP Act gives you these rights as its provisions come into force, and we honour them already. You may:'
export const strongKnowWhatPersonalData = (strong: Tag) =>
  rich(
    strong('know'),
    ' what personal data of yours we process and with whom it was shared (section 11): a copy of all of it is made for you under ‘Privacy and data’ in your settings;',
  )
export const haveItStrongCorrectedCompleted = (strong: Tag) =>
  rich(
    'have it ',
    strong('corrected, completed, updated or erased'),
    ' (section 12): profile and posts by yourself on the site, all of it by closing your account, everything else by asking us;',
  )
export const strongWithdrawYourConsentSection = (strong: Tag) =>
  rich(strong('withdraw your consent'), ' (section 6), as easily as you gave it;')
export const haveYourStrongGrievancesAnswered = (strong: Tag) =>
  rich('have your ', strong('grievances'), ' answered (section 13);')
export const strongNominateAPersonWho = (strong: Tag) =>
  rich(
    strong('nominate'),
    ' a person who exercises these rights after your death or incapacity (section 14).',
  )
export const writeToUsThroughThe = (link: Tag) =>
  rich(
    'Write to us through the ',
    link('contact page'),
    ' from the address of your account. If our answer does not satisfy you, you may complain to the Data Protection Board of India once you have been through our grievance officer.',
  )
export const howWeProtectIt = 'How we protect it'
export const connectionsAreEncryptedWhereThe =
  'Connections are encrypted where the site is served over HTTPS. The database itself decides who may read or change each row. Passwords are hashed, secrets encrypted, sessions rotated and revocable, and addresses, tokens and texts are kept out of our logs. No system is perfectly safe: if personal data is breached, we tell you and the Data Protection Board as the DPDP Act requires, and report to CERT-In where its directions ask for it.'
export const children = 'Children'
export const isForPeopleOf18 = (name: Part) =>
  `${name} is for people of 18 years and over. We do not knowingly keep accounts of children, whose data section 9 of the DPDP Act protects especially. If you know of one, please tell us.`
export const grievanceOfficer = 'Grievance Officer'
export const changes = 'Changes'
export const whenThisPolicyChangesThe =
  'When this policy changes, the new text stands here with its date. If a change takes something away from members, we tell them before it applies.'
