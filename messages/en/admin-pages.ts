import { type Node, type Part, rich } from '../rich.ts'

export const articles = 'Articles'
export const newArticle = 'New article'
export const theArticlesCouldNotBe = 'The articles could not be loaded.'
export const loadingTheArticles = 'Loading the articles...'
export const theLatestSearchForWhat = (rows: Part) => `The latest ${rows}. Search for what is older.`
export const nothingHereMatches = 'Nothing here matches.'
export const noArticlesFound = 'No articles found'
export const showAllArticles = 'Show all articles'
export const whatYouPublishAppearsIn = 'What you publish appears in the Learning Center.'
export const noArticlesYet = 'No articles yet'
export const writeTheFirstOne = 'Write the first one'
export const searchArticles = 'Search articles'
export const searchArticles2 = 'Search articles...'
export const status = 'Status'
export const allArticles = 'All articles'
export const addCategory = 'Add Category'
export const categories = 'Categories'
export const reorder = 'Reorder'
export const failedToLoadForumCategories = 'Failed to load forum categories. Please try again.'
export const loadingTheCategories = 'Loading the categories...'
export const everyDiscussionNeedsACategory = 'Every discussion needs a category.'
export const noCategoriesYet = 'No categories yet'
export const becomeAdministrator = 'Become administrator'
export const opensTheOneTimeLink = 'Opens the one-time link of a new site.'
export const anyoneWithThisLinkCan = (name: Part) =>
  `Anyone with this link can become an administrator of ${name}.`
export const becomingAdministrator = 'Becoming administrator'
export const checkingWhoYouAre = 'Checking who you are...'
export const theLinkMakesYourAccount =
  'The link makes your account an administrator. You come back here after signing in.'
export const createAnAccount = 'Create an account'
export const signIn = 'Sign In'
export const youMayModerateDiscussionsManage =
  "You may moderate discussions, manage the categories and set members' levels."
export const youAreAnAdministrator = 'You are an administrator'
export const thisLinkIsIncompleteIts =
  'This link is incomplete: its token is missing. Copy the whole address that the server printed when it started.'
export const youAreSignedInAs = (strong: Node) =>
  rich(
    'You are signed in as ',
    strong,
    '. The link works once; afterwards only an administrator can make another.',
  )
export const oneMoment = 'One moment...'
export const openTheAdminArea = 'Open the admin area'
export const goToTheFrontPage = 'Go to the front page'
export const theLinkCouldNotBe =
  'The link could not be checked. Check your connection and try again; it is still valid.'
export const open = 'Open'
export const answered = 'Answered'
export const all = 'All'
export const contact = 'Contact'
export const whichMessages = 'Which messages'
export const theMessagesCouldNotBe = 'The messages could not be loaded.'
export const loadingTheMessages = 'Loading the messages...'
export const messagesFromTheContactForm = 'Messages from the contact form appear here, and arrive by mail.'
export const everyMessageIsAnswered = 'Every message is answered'
export const noMessagesYet = 'No messages yet'
export const pagesOfTheMessages = 'Pages of the messages'
export const content = 'Content'
export const threads = 'threads'
export const loadingTheThreads = 'Loading the threads...'
export const replies = 'replies'
export const loadingTheReplies = 'Loading the replies...'
export const theCouldNotBeLoaded = (what: Part) => `The ${what} could not be loaded.`
export const showAll = (what: Part) => `Show all ${what}`
export const nothingContainsHere = (text: Part) => `Nothing contains "${text}" here.`
export const noFound = (what: Part) => `No ${what} found`
export const noWaitForYourWord = (what: Part) => `No ${what} wait for your word.`
export const nothingReported = 'Nothing reported'
export const allCanBeSeenBy = (what: Part) => `All ${what} can be seen by everybody.`
export const nothingHidden = 'Nothing hidden'
export const whatMembersWriteIsListed = 'What members write is listed here.'
export const noYet = (what: Part) => `No ${what} yet`
export const theNewestSearchForWhat = (rows: Part) => `The newest ${rows}. Search for what is older.`
export const dashboard = 'Dashboard'
export const figures = 'Figures'
export const theFiguresCouldNotBe = 'The figures could not be loaded.'
export const loadingAdminDashboard = 'Loading admin dashboard...'
export const database = 'Database'
export const theStatementsCouldNotBe = 'The statements could not be loaded.'
export const loadingTheStatements = 'Loading the statements...'
export const theStatementsOnWhichThe = (length: Part, since: Part) =>
  `The ${length} statements on which the database has spent the most time since ${since}. Values are left out.`
export const editArticle = 'Edit article'
export const theArticleCouldNotBe = 'The article could not be loaded.'
export const loadingTheArticle = 'Loading the article...'
export const itWasDeletedOrThe = 'It was deleted, or the address is mistyped.'
export const articleNotFound = 'Article not found'
export const admin = 'Admin'
export const theAdminDashboard = 'The admin dashboard'
export const log = 'Log'
export const whatAdministratorsDidAndWhat =
  'What administrators did, and what the site did by itself. Nobody can change it.'
export const what = 'What'
export const everything = 'Everything'
export const who = 'Who'
export const everybody = 'Everybody'
export const theSite = 'The site'
export const theLogCouldNotBe = 'The log could not be loaded.'
export const loadingTheLog = 'Loading the log...'
export const nothingOfThisKindHas = 'Nothing of this kind has been done.'
export const noEntriesFound = 'No entries found'
export const showTheWholeLog = 'Show the whole log'
export const pagesOfTheLog = 'Pages of the log'
export const search = 'Search'
export const titlesNamesReasons = 'Titles, names, reasons...'
export const noLongerThere = 'No longer there'
export const moderationLog = 'Moderation log'
export const reservedNames = 'Reserved names'
export const reserveAName = 'Reserve a Name'
export const noMemberCanTakeThese =
  'No member can take these names, or one that looks like them. A member who already has one keeps it. The name of the site is always reserved.'
export const theReservedNamesCouldNot = 'The reserved names could not be loaded.'
export const loadingTheReservedNames = 'Loading the reserved names...'
export const aMemberCouldPassFor = 'A member could pass for the people who run the site.'
export const noReservedNames = 'No reserved names'
export const unconfirmed = 'Unconfirmed'
export const theListCouldNotBe = 'The list could not be exported.'
export const newsletter = 'Newsletter'
export const exporting = 'Exporting...'
export const exportLabel = 'Export'
export const whichSubscribers = 'Which subscribers'
export const theSubscribersCouldNotBe = 'The subscribers could not be loaded.'
export const loadingTheSubscribers = 'Loading the subscribers...'
export const newSubscribersAreUnconfirmed =
  'New subscribers are unconfirmed until they open the link in the mail.'
export const nobodyHereYet = 'Nobody here yet'
export const pagesOfTheSubscribers = 'Pages of the subscribers'
export const reports = 'Reports'
export const stateOfTheReports = 'State of the reports'
export const orJKToMove = '↑ ↓ or j k to move'
export const theReportsCouldNotBe = 'The reports could not be loaded.'
export const loadingTheReports = 'Loading the reports...'
export const noOpenReports = 'No open reports'
export const nothingHereYet = 'Nothing here yet'
export const whatMembersReportAppearsHere = 'What members report appears here, the most reported first.'
export const reportsThatWereAreListed = (state: Part) =>
  `Reports that were ${state} are listed here, the latest first.`
export const settings = 'Settings'
export const theSettingsCouldNotBe = 'The settings could not be loaded.'
export const loadingTheSettings = 'Loading the settings...'
export const addSynonyms = 'Add Synonyms'
export const synonyms = 'Synonyms'
export const aSearchForOneOf =
  'A search for one of these words finds the others too. Changes apply from the next search.'
export const theSynonymsCouldNotBe = 'The synonyms could not be loaded.'
export const loadingTheSynonyms = 'Loading the synonyms...'
export const everySearchFindsOnlyThe = 'Every search finds only the words that were typed.'
export const noSynonymsYet = 'No synonyms yet'
export const findAWord = 'Find a word'
export const findAWord2 = 'Find a word...'
export const noListHasAWord = (trim: Part) => `No list has a word like “${trim}”.`
export const noSynonymsFound = 'No synonyms found'
export const users = 'Users'
export const searchUsers = 'Search users'
export const searchUsers2 = 'Search users...'
export const theUsersCouldNotBe = 'The users could not be loaded.'
export const loadingTheUsers = 'Loading the users...'
export const noUsernameOrFullName = 'No username or full name matches your search.'
export const noUsersFound = 'No users found'
export const clearTheSearch = 'Clear the search'
