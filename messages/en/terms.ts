import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const termsOfUse = 'Terms of Use'
export const theTermsForReadingAnd = (name: Part) =>
  `The terms for reading and writing on ${name}: your account, what may not be posted, moderation, liability and the Grievance Officer.`
export const inShortBeAtLeast =
  'In short: be at least 18, be honest about who you are and what you hold, sell no tips, and treat what you read as education. What you write stays yours.'
export const yourAgreementWithUs = 'Your agreement with us'
export const isACommunityForInvestors = (name: Node, runBy: Node, link: Tag, link2: Tag, link3: Tag) =>
  rich(
    name,
    ' is a community for investors, traders and all who want to understand money in India. It is run by ',
    runBy,
    ' (“we”, “us”). By reading the site, chatting as a guest or opening an account you agree to these terms, to the ',
    link('Privacy Policy'),
    ', to the ',
    link2('Community Guidelines'),
    ' and to the ',
    link3('Investment Disclaimer'),
    '. If you do not agree, please do not use the site.',
  )
export const thisDocumentIsAnElectronic =
  'This document is an electronic record under the Information Technology Act, 2000, and needs no signature.'
export const noFinancialAdvice = 'No financial advice'
export const everythingOnIsForEducation = (name: Part, legalEntity: Part) =>
  `Everything on ${name} is for education and discussion. Nothing here is investment, tax, legal or insurance advice, a research report, or an offer to buy or sell anything. ${legalEntity} is not registered with the Securities and Exchange Board of India (SEBI) as an investment adviser or research analyst and does not act as one.`
export const decisionsAboutYourMoneyAre = (link: Tag) =>
  rich(
    'Decisions about your money are yours. The ',
    link('full disclaimer is a page of its own'),
    ' and part of these terms.',
  )
export const yourAccount = 'Your account'
export const youMustBeAtLeast =
  'You must be at least 18 years old, and able to enter into a contract, to open an account.'
export const giveAnEMailAddress = 'Give an e-mail address that is yours. One person, one account.'
export const yourUsernameMustNotPretend =
  'Your username must not pretend to be another person, a company or a regulator. “Verified expert” is a mark that only we give.'
export const keepYourPasswordToYourself =
  'Keep your password to yourself and use the two-step sign-in in your settings. What is done through your account counts as done by you until you tell us that someone else got in.'
export const readingNeedsNoAccountGuests =
  'Reading needs no account. Guests may write in the live chat under a name of their choice, which must not be a member’s.'
export const whatYouMayNotDo = 'What you may not do'
export const underRule31B =
  'Under rule 3(1)(b) of the Information Technology (Intermediary Guidelines and Digital Media Ethics Code) Rules, 2021, you may not host, display, upload, share or store anything that:'
export const belongsToAnotherPersonAnd = 'belongs to another person and to which you have no right;'
export const isObscenePornographicPaedophilic =
  'is obscene, pornographic, paedophilic, invasive of another’s privacy (bodily privacy included), insulting or harassing on the basis of gender, racially or ethnically objectionable, or promotes money laundering or gambling, or enmity between groups with the intent to incite violence;'
export const isHarmfulToChildren = 'is harmful to children;'
export const infringesAPatentTrademark =
  'infringes a patent, trademark, copyright or other proprietary right;'
export const deceivesOrMisleadsOthersAbout =
  'deceives or misleads others about where a message comes from, or knowingly spreads misinformation or information that is patently false;'
export const impersonatesAnotherPerson = 'impersonates another person;'
export const threatensTheUnityIntegrity =
  'threatens the unity, integrity, defence, security or sovereignty of India, friendly relations with foreign States or public order, or incites an offence;'
export const isAnOnlineGameThat =
  'is an online game that is not permitted, or advertises one, or an unlawful game of money;'
export const containsAVirusOrAny =
  'contains a virus or any code made to interrupt, destroy or limit a computer resource; or'
export const violatesAnyLawForThe = 'violates any law for the time being in force.'
export const becauseMoneyIsAtStake = 'Because money is at stake here, you also may not:'
export const givePersonalRecommendationsToBuy =
  'give personal recommendations to buy, sell or hold for any kind of payment, or run paid “tips” or “calls” groups, without the SEBI registration that this needs;'
export const promiseOrHintAtGuaranteed = 'promise or hint at guaranteed or assured returns;'
export const tryToMoveAPrice =
  'try to move a price: pump-and-dump schemes, false rumours, circular trading, or talk of unpublished price-sensitive information;'
export const writeAboutAnInstrumentThat =
  'write about an instrument that you hold or are paid to mention without saying so;'
export const collectOthersDataSendUnasked =
  'collect others’ data, send unasked advertising, or use scripts that get around our limits.'
export const whatYouWriteStaysYours = 'What you write stays yours'
export const youKeepTheRightsIn = (name: Part) =>
  `You keep the rights in what you post. You give us a worldwide, royalty-free, non-exclusive licence to store, show, format, back up and make searchable what you post, for as long as it stands on the site, so that we can run ${name} and show your posts to its readers.`
export const youConfirmThatYouHave =
  'You confirm that you have the right to post it. Your posts are public: search engines read them, and others may quote them. You can edit your discussions while they are not locked, and your replies.'
export const moderation = 'Moderation'
export const weMayHideEditLock =
  'We may hide, edit, lock or delete posts, change a member’s level, and suspend or close accounts that break these terms, the guidelines or the law. Where automatic moderation is on, a post that several members have reported is hidden until a person has looked at it. What moderators do is kept in a log that nobody can change.'
export const deletingADiscussionDeletesIts =
  'Deleting a discussion deletes its replies and cannot be undone. If you believe that we were wrong, write to the Grievance Officer (below). The decision is looked at again, by another person where the site has more than one administrator.'
export const theServiceAsItIs = 'The service as it is'
export const weRunWithCareBut = (name: Part) =>
  `We run ${name} with care, but “as is” and “as available”. We do not promise that it is always reachable, free of errors, or that what members write is right, complete or up to date. Figures such as counters, trends and reputation describe activity on this site and nothing else. We may change or end features, and close the site for maintenance.`
export const liability = 'Liability'
export const asFarAsTheLaw = (legalEntity: Part) =>
  `As far as the law allows, ${legalEntity} is not liable for losses from trades, investments, taxes or other decisions that anyone made because of something read here, nor for indirect or consequential loss. We are an intermediary within the meaning of section 2(1)(w) of the Information Technology Act, 2000; posts are their authors’ responsibility.`
export const nothingInTheseTermsTakes =
  'Nothing in these terms takes away rights that a consumer cannot give up, or limits liability for fraud or for what the law does not let us limit.'
export const leaving = 'Leaving'
export const youMayStopUsingAt = (name: Node, link: Tag, link2: Tag) =>
  rich(
    'You may stop using ',
    name,
    ' at any time, take a copy of your data along, and close your account, both under ‘Privacy and data’ in ',
    link('your settings'),
    '. What happens to your data then is in the ',
    link2('Privacy Policy'),
    '.',
  )
export const grievanceOfficer = 'Grievance Officer'
export const changesLawAndCourts = 'Changes, law and courts'
export const whenTheseTermsChangeThe =
  'When these terms change, the new text stands here with its date. If a change takes something away from members, we tell them before it applies.'
export const theseTermsAreGovernedBy =
  'These terms are governed by the laws of India. Disputes go to the competent courts in India; consumers may also turn to the forums that the Consumer Protection Act, 2019 gives them. If one sentence of these terms is void, the rest stands.'
export const itsOwnTeam = 'its own team'
