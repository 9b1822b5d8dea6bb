import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const home = 'Home'
export const about = 'About'
export const forums = 'Forums'
export const iposSharesMutualFundsCrypto =
  'IPOs, shares, mutual funds, crypto, tax, insurance and payments: ask, answer, and find what others asked before you.'
export const learningCenter = 'Learning Center'
export const articlesThatExplainOneThing =
  'Articles that explain one thing each, with sums that you can check and the year that they hold for.'
export const liveChat = 'Live chat'
export const forTheQuickQuestionOf =
  'For the quick question of the day. No account needed; messages are gone after 12 hours.'
export const verifiedExperts = 'Verified experts'
export const accountantsPlannersAndAnalysts =
  'Accountants, planners and analysts whose profession was checked, in conversation with all others.'
export const beKindAndExact = 'Be kind and exact.'
export const answerTheArgumentNotThe =
  'Answer the argument, not the person. Say which rule, which year, which page.'
export const noTipsNoPromises = 'No tips, no promises.'
export const noBuyOrSellCalls = 'No buy or sell calls, no targets, no guaranteed returns, no paid groups.'
export const sayWhatYouHold = 'Say what you hold.'
export const ifYouOwnOrAre = 'If you own or are paid for something that you write about, say so.'
export const keepPrivateThingsPrivate = 'Keep private things private.'
export const noPANAadhaarAccountOr = 'No PAN, Aadhaar, account or phone numbers: not others’, and not yours.'
export const reportWhatIsWrong = 'Report what is wrong.'
export const oneClickTellsTheModerators = 'One click tells the moderators, who log what they do about it.'
export const about2 = (name: Part) => `About ${name}`
export const whoRunsWhatItIs = (name: Part, description: Part) =>
  `Who runs ${name}, what it is for, and what it is not. ${description}`
export const moneyIsTalkedAboutEverywhere = (name: Part) =>
  `Money is talked about everywhere in India and explained almost nowhere. Advice comes from brokers who earn by the order, from channels that sell tips, and from relatives who mean well. ${name} is the other place: a square where people with the same questions meet, show their working and correct each other. Artha is wealth; a chowk is where the roads of a town cross.`
export const everythingHereCanBeRead =
  'Everything here can be read without an account, without being tracked and without an advertisement in the way. We pay nobody for what they write about a product; members must say so when others pay them. Nothing here is financial advice: it is education, so that you can judge advice when you get it.'
export const whatYouFindHere = 'What you find here'
export const communityGuidelines = 'Community guidelines'
export const readTheWholeGuidelines = 'Read the whole guidelines'
export const whoIsBehindIt = 'Who is behind it'
export const isRunByQuestionsPraise = (name: Part, runBy: Part, within: Part, except: Part) =>
  `${name} is run by ${runBy}. Questions, praise and complaints reach a person, who answers ${within}.${except}`
export const contactUs = 'Contact us'
export const messageSent = 'Message sent'
export const thankYouWeAnswerBy = (within: Part, except: Part) =>
  `Thank you. We answer ${within}, by mail.${except} A receipt is on its way to the address that you gave.`
export const notSent = 'Not sent'
export const everyFieldIsNeededYour =
  'Every field is needed: your name, an e-mail address, a subject and a message. Go back; what you wrote is still there.'
export const pleaseTryAgainLater = 'Please try again later'
export const atMost5MessagesAn =
  'At most 5 messages an hour can be sent from one place, or the site is busy. Go back; what you wrote is still there.'
export const contact = 'Contact'
export const writeToThePeopleBehind = (name: Part, within: Part) =>
  `Write to the people behind ${name}: questions, technical problems, partnership, feedback, reports. We answer ${within}.`
export const aPersonReadsEveryMessage = (within: Part, except: Part) =>
  `A person reads every message. You hear from us ${within}.${except}`
export const everyMessageGetsAnAnswer = (within: Part, except: Part) =>
  `Every message gets an answer ${within}.${except} The answer comes by mail.`
export const askTheCommunityMorePeople = (link: Tag) =>
  rich('Ask the community: more people know more. ', link('Start a discussion'))
export const questionsAboutMoney = 'Questions about money'
export const theLinkCommunityGuidelinesAnd = (link: Tag, link2: Tag) =>
  rich('The ', link('Community Guidelines'), ' and ', link2('About'), ' answer most questions.')
export const howThingsWorkHere = 'How things work here'
export const answersComplaintsUnderTheIT = (value: Node, link: Tag) =>
  rich(
    'answers complaints under the IT Rules, 2021. ',
    value,
    'Choose “Report a problem with content” and see ',
    link('what happens next'),
    '.',
  )
export const grievanceOfficer = 'Grievance Officer'
export const investmentDisclaimer = 'Investment Disclaimer'
export const discussionsOnAreForEducation = (name: Part) =>
  `Discussions on ${name} are for education only and are not financial advice. Markets carry risk; ask a SEBI-registered adviser about your own case.`
export const discussionsOnAreForEducational = (name: Part) =>
  `Discussions on ${name} are for educational purposes only and are not financial advice. Ask a registered professional before you act on anything that concerns your money.`
export const forEducationOnly = 'For education only'
export const allDiscussionsRepliesArticles = (name: Part) =>
  `All discussions, replies, articles, chat messages and figures on ${name} are for educational and informational purposes only and are not financial advice. They do not take your income, debts, goals, age or tolerance of loss into account, and nobody here knows them.`
export const nothingHereIsAnOffer =
  'Nothing here is an offer or an invitation to buy or sell any security, fund, insurance policy, virtual digital asset or other product.'
export const weAreNotARegistered = 'We are not a registered adviser'
export const inIndiaGivingInvestmentAdvice = (legalEntity: Part) =>
  `In India, giving investment advice for a consideration needs a registration under the SEBI (Investment Advisers) Regulations, 2013, and publishing research reports or recommendations one under the SEBI (Research Analysts) Regulations, 2014. ${legalEntity} holds neither registration, does not act as an adviser, analyst, broker, distributor or portfolio manager, and takes no money or commission for what members write about a product.`
export const sinceAugust2024PersonsRegulated =
  'Since August 2024, persons regulated by SEBI may not associate with anyone who gives advice or claims returns in the securities market without being registered or permitted to. Members who offer paid tips, or promise performance, are removed.'
export const whatMembersAndExpertsWrite = 'What members and experts write'
export const postsAreTheOpinionsOf =
  'Posts are the opinions of their authors. Members may hold what they write about, may be wrong, and are not always who they seem to be. Upvotes, reputation, levels and trends measure activity and liking, not correctness.'
export const verifiedExpertMeansThatWe = (link: Tag) =>
  rich(
    '“Verified expert” means that we checked the profession and, where one is shown, the registration number at the time stated. It is not an endorsement of what the person writes, and an expert’s post is no advice to you either. “Sample” marks an invented member of the sample community. Check a registration yourself in the regulator’s own list: SEBI’s recognised intermediaries at ',
    link('sebi.gov.in'),
    ', the Institute of Chartered Accountants of India for accountants, IRDAI for insurance, AMFI for fund distributors.',
  )
export const risks = 'Risks'
export const strongMarketsInvestmentsInThe = (strong: Tag) =>
  rich(
    strong('Markets.'),
    ' Investments in the securities market are subject to market risks; read all related documents carefully before investing. You can lose what you put in, and in derivatives more than that: SEBI’s study of September 2024 found that 93 of 100 individual traders in equity futures and options lost money over three years.',
  )
export const strongMutualFundsMutualFund = (strong: Tag) =>
  rich(
    strong('Mutual funds.'),
    ' Mutual fund investments are subject to market risks; read all scheme related documents carefully. Past performance does not tell the future.',
  )
export const strongIPOsGreyMarketPremiums = (strong: Tag) =>
  rich(strong('IPOs.'), ' Grey market premiums are unofficial and unregulated. Read the offer document.')
export const strongVirtualDigitalAssets = (strong: Tag) =>
  rich(
    strong('Virtual digital assets.'),
    ' Cryptocurrencies and tokens are unregulated in India and can be highly risky. There may be no regulatory recourse for any loss. Gains are taxed at 30 per cent without setting off losses: section 115BBH of the Income-tax Act, 1961 for financial years up to 2025-26. The Income-tax Act, 2025, in force since 1 April 2026, has its own section numbers.',
  )
export const strongTaxAndLawRates = (strong: Tag) =>
  rich(
    strong('Tax and law.'),
    ' Rates, limits and due dates change with every Finance Act. What was right when it was written may not be today.',
  )
export const beforeYouAct = 'Before you act'
export const readThePrimarySourceThe =
  'Read the primary source: the offer document, the Act, the circular, the policy wording.'
export const askASEBIRegisteredInvestment =
  'Ask a SEBI-registered investment adviser, a chartered accountant or another qualified professional about your own case.'
export const neverActOnAnUnasked =
  'Never act on an unasked tip, and never share an OTP, PIN or remote access to your device.'
export const complaintsAboutAListedCompany = (link: Tag, link2: Tag, link3: Tag, link4: Tag) =>
  rich(
    'Complaints about a listed company or an intermediary go to SEBI’s SCORES at ',
    link('scores.sebi.gov.in'),
    ', where it has 21 days to answer, and then to Smart ODR at ',
    link2('smartodr.in'),
    '. A suspicious call or message: Chakshu at ',
    link3('sancharsaathi.gov.in'),
    '. Money lost to fraud: call 1930 or report at ',
    link4('cybercrime.gov.in'),
    '.',
  )
export const accuracyAndLinks = 'Accuracy and links'
export const weTakeCareAndStill =
  'We take care, and still promise neither that anything here is accurate, complete or current, nor that a page behind a link is. A link is no recommendation.'
export const noLiabilityForDecisions = 'No liability for decisions'
export const youAloneDecideAboutYour = (legalEntity: Node, name: Node, link: Tag) =>
  rich(
    'You alone decide about your money. As far as the law allows, ',
    legalEntity,
    ' is not liable for a loss from acting, or not acting, on anything read on ',
    name,
    '. The ',
    link('Terms'),
    ' say more.',
  )
export const ifYouSeeAdviceOr = 'If you see advice or a scam here'
export const reportThePostWithIts = (link: Tag) =>
  rich(
    'Report the post with its Report button, or ',
    link('write to us'),
    '. Posts that promise returns or sell tips come down.',
  )
export const communityGuidelines2 = 'Community Guidelines'
export const howPeopleTreatEachOther = (name: Part) =>
  `How people treat each other on ${name}: what makes a good post, what comes down, and what moderators do.`
export const inShortBeKindBe =
  'In short: be kind, be exact, show your working, say what you hold. No tips, no promises, no private data.'
export const theSpirit = 'The spirit'
export const aChowkIsWhereA =
  'A chowk is where a town meets: strangers ask, neighbours answer, and nobody shouts for long. Write as you would speak to someone across a table, whose savings may depend on how well you explain. Every member was a beginner; no honest question is too simple.'
export const whatMakesAGoodPost = 'What makes a good post'
export const strongATitleThatSays = (strong: Tag) =>
  rich(
    strong('A title that says it.'),
    ' “LTCG on debt funds bought before April 2023?” gets answers; “Please help” does not.',
  )
export const strongFactsWithTheirSource = (strong: Tag) =>
  rich(
    strong('Facts with their source.'),
    ' Name the section, the circular, the page of the offer document. Say which year you mean: rules change.',
  )
export const strongNumbersWithTheirWorking = (strong: Tag) =>
  rich(strong('Numbers with their working.'), ' Show the sum, so that others can check it.')
export const strongYourStakeIfYou = (strong: Tag) =>
  rich(strong('Your stake.'), ' If you hold it, sell it or are paid for it, say so in the post.')
export const strongTheRightPlaceChoose = (strong: Tag) =>
  rich(strong('The right place.'), ' Choose the category that fits, and search before you ask.')
export const strongEnglishHindiOrYour = (strong: Tag) =>
  rich(strong('English, Hindi or your own language'), ', and patience with those who write another.')
export const whatComesDown = 'What comes down'
export const buySellAndTargetPrice =
  'Buy, sell and target-price calls, “sure-shot” tips, and promises of returns.'
export const paidGroupsReferralLinksCoupon =
  'Paid groups, referral links, coupon codes and self-promotion; recruiting for chat channels elsewhere.'
export const pumpingOrDumpingRumours =
  'Pumping or dumping: rumours, coordinated buying, and anything that sounds like inside information.'
export const educationThatIsAdviceA =
  '“Education” that is advice: a security by name with its prices of the last three months, in order to suggest a view. SEBI drew this line on 29 January 2025, and it holds in the chat too.'
export const insultsHarassmentHateAndPosts =
  'Insults, harassment, hate, and posts about a person’s religion, caste, gender or origin.'
export const privateDataPhoneNumbersPAN =
  'Private data: phone numbers, PAN, Aadhaar, bank or demat details, screenshots that show them. Your own too.'
export const copiedArticlesAndResearchReports =
  'Copied articles and research reports. Quote a few lines and link to the rest.'
export const theSameTextInMany = 'The same text in many places, and unchecked AI text.'
export const pretendingToBeAnotherPerson = 'Pretending to be another person, an expert or a regulator.'
export const wikis = 'Wikis'
export const anAuthorOrAModerator =
  'An author or a moderator can make a post a wiki: a list of dates, say, that has to be kept up to date. Members who have been here for a while then edit its text. Everybody can read who changed what, and its author can restore an earlier version.'
export const editAsYouWouldWant =
  'Edit as you would want to be edited: correct, complete, name the source, and leave the author’s opinion alone; your own belongs in a reply. These rules bind the last editor of a wiki as they do the author of a post.'
export const inTheLiveChat = 'In the live chat'
export const theChatIsQuickAnd =
  'The chat is quick and forgets everything after 12 hours; the rules are the same. Guests and anonymous writers are welcome, and answer to the moderators like all others.'
export const noPrivateMessages = 'No private messages'
export const membersCannotWriteToEach =
  'Members cannot write to each other in private, because that is how tipsters reach people. Ask and answer in the open, where others can check what is said. If someone offers to talk elsewhere, by phone, on WhatsApp or Telegram or in a paid group, do not go there: report them.'
export const disagreeingWell = 'Disagreeing well'
export const answerTheArgumentNotThe2 =
  'Answer the argument, not the person. Quote the sentence that you mean. If you were wrong, say so: it earns more respect here than being right. If it gets heated, leave it for an hour.'
export const whatHappensWhenARule = 'What happens when a rule is broken'
export const everyPostReplyChatMessage =
  'Every post, reply, chat message and profile can be reported by any member. Moderators hide, edit or remove what breaks the rules, lock discussions that go in circles, and ban those who keep on. Serious cases (fraud, threats, private data) need no warning. Every step is in a log.'
export const writeToTheGrievanceOfficer = (legalEntity: Part) =>
  `write to the Grievance Officer of ${legalEntity}`
export const aBannedMemberCanStill = (link: Node) =>
  rich('A banned member can still read. If you think that we were wrong, ', link, ': you get an answer.')
export const levelsReputationAndExperts = 'Levels, reputation and experts'
export const reputationComesFromPostsAnd = (name: Node, link: Tag) =>
  rich(
    'Reputation comes from posts and from others’ upvotes on them. Levels are set by administrators; none of them makes anyone right. Verified experts have shown us their profession, and give no personal advice on ',
    name,
    ' either: see the ',
    link('disclaimer'),
    '.',
  )
/** Since SPEC.md section 9. */
export const lastUpdatedFirstPublished = (time: Node) =>
  rich('Last updated: ', time, ' · First published: December 2024')
export const onThisPage = 'On this page'
export const itsOwnTeam = 'its own team'
