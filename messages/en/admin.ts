import { type Part, rich, type Tag } from '../rich.ts'

export const dashboard = 'Dashboard'
export const users = 'Users'
export const content = 'Content'
export const categories = 'Categories'
export const settings = 'Settings'
export const reports = 'Reports'
export const articles = 'Articles'
export const contact = 'Contact'
export const newsletter = 'Newsletter'
export const synonyms = 'Synonyms'
export const names = 'Names'
export const log = 'Log'
export const database = 'Database'
export const admin = 'Admin'
export const maintenanceModeIsOnOnly = (link: Tag) =>
  rich('Maintenance mode is on: only administrators see the pages. ', link('Settings'))
export const admin2 = (title: Part) => `${title} · Admin`
export const forTheAdministratorsOfThis = 'For the administrators of this site.'
export const editArticle = 'Edit article'
export const newArticle = 'New article'
export const deleteLabel = 'Delete'
export const title = 'Title'
export const blog = (status: Part, slug: Part, category: Part) => `${status}, /blog/${slug}, ${category}`
export const state = 'State'
export const excerpt = 'Excerpt'
export const article = 'Article'
export const address = 'Address'
export const blog2 = (slug: Part) => `/blog/${slug}`
export const theFormerAddressLeadsHere = ' · the former address leads here.'
export const category = 'Category'
export const chooseACategory = 'Choose a category'
export const twoSentencesForCardsSearch = 'Two sentences for cards, search engines and the newsletter.'
export const headingsBecomeTheListOf = (readTime: Part) =>
  `${readTime}. Headings become the list of contents.`
export const publication = 'Publication'
export const saving = 'Saving...'
export const preview = 'Preview'
export const viewArticle = 'View article'
export const picture = 'Picture'
export const saveDraft = 'Save draft'
export const saveChanges = 'Save changes'
export const draftSaved = 'Draft saved'
export const articleScheduled = 'Article scheduled'
export const articlePublished = 'Article published'
export const articleUpdated = 'Article updated'
export const view = 'View'
export const notSavedWhatYouTyped = 'Not saved. What you typed is kept in this browser.'
export const failedToSaveArticle = 'Failed to save article'
export const thereWasAnErrorSaving = 'There was an error saving the article. Please try again.'
export const somebodyElseHasDeletedThis =
  'Somebody else has deleted this article. What you typed is kept in this browser.'
export const draft = 'Draft'
export const published = 'Published'
export const scheduled = 'Scheduled'
export const status = 'Status'
export const appearsAtIndianTime = 'Appears at (Indian time)'
export const featuredAtTheTopOf = 'Featured: at the top of the Learning Center'
export const factsCheckedAgainstTheirSources = 'Facts checked against their sources today'
export const whichSources = 'Which sources?'
export const sebiGovInIncometaxGov = 'sebi.gov.in, incometax.gov.in'
export const readersSeeThemBesideThe = 'Readers see them beside the date.'
export const lastOn = (reviewed_at: Part) => `Last on ${reviewed_at}.`
export const sendToSubscribers = 'Send to subscribers'
export const sendToSubscribers2 = (subscribers: Part) => `Send to subscribers (${subscribers})`
export const sentToOn = (recipients: Part, sent_at: Part) => `Sent to ${recipients} on ${sent_at}.`
export const onceWhenItAppears = 'Once, when it appears.'
export const author = 'Author'
export const language = 'Language'
export const translationOf = 'Translation of'
export const readersGoFromOneTo = 'Readers go from one to the other.'
export const noOtherArticle = 'No other article'
export const chooseAJPEGPNGOr = 'Choose a JPEG, PNG or WebP picture.'
export const theCoverWasNotChanged = 'The cover was not changed'
export const cover = 'Cover'
export const shownIn169 = 'Shown in 16:9.'
export const drawnFromTheCategoryA = 'Drawn from the category. A picture of your own is shown in 16:9.'
export const coverFile = 'Cover file'
export const uploading = 'Uploading...'
export const changeCover = 'Change cover'
export const uploadACover = 'Upload a cover'
export const removeCover = 'Remove cover'
export const untitled = 'Untitled'
export const noCategory = 'No category'
export const aPreviewItDoesNot = 'A preview. It does not save anything.'
export const backToWriting = 'Back to writing'
export const notFeaturedAnyMore = 'Not featured any more'
export const featured = 'Featured'
export const changed = 'Changed '
export const view2 = (title: Part) => `View "${title}"`
export const edit = (title: Part) => `Edit "${title}"`
export const featuredTakeDown = (title: Part) => `Featured: take "${title}" down`
export const featureOnTop = (title: Part) => `Feature "${title}" on top`
export const deleteLabel2 = (title: Part) => `Delete "${title}"`
export const articlesLastChangedFirst = 'Articles, last changed first'
export const deleteArticle = 'Delete article'
export const areYouSureYouWant = (title: Part) =>
  `Are you sure you want to delete "${title}"? This action cannot be undone.`
export const deleteArticle2 = 'Delete Article'
export const articleDeleted = 'Article deleted'
export const hasBeenPermanentlyDeleted = (title: Part) => `"${title}" has been permanently deleted.`
export const failedToDelete = 'Failed to delete'
export const thereWasAnErrorDeleting = 'There was an error deleting the article. Please try again.'
export const addCategory = 'Add Category'
export const categoryCreated = 'Category created'
export const name = 'Name'
export const slug = 'Slug'
export const forums = (value: Part) => `/forums/${value}`
export const description = 'Description'
export const nameInHindi = 'Name in Hindi'
export const descriptionInHindi = 'Description in Hindi'
export const categoryUpdated = 'Category updated'
export const edit2 = (name: Part) => `Edit ${name}`
export const inHindi = 'In Hindi'
export const iconAndColour = 'Icon and colour'
export const save = 'Save'
export const newDiscussionsIn = (name: Part) => `New discussions in ${name}`
export const itsTextsCouldNotBe = 'Its texts could not be loaded.'
export const loadingTheTexts = 'Loading the texts...'
export const noteAboveTheForm = 'Note above the form'
export const whatBelongsHereAndWhat = 'What belongs here, and what to say. Empty: no note.'
export const templateOfTheText = 'Template of the text'
export const theTextBeginsWithIt =
  'The text begins with it, unless something is typed already. Empty: no template.'
export const note = 'Note'
export const template = 'Template'
export const created = 'Created '
export const noteAndTemplateOf = (name: Part) => `Note and template of ${name}`
export const deleteLabel3 = (name: Part) => `Delete ${name}`
export const categoriesNewestFirst = 'Categories, newest first'
export const categoryDeleted = 'Category deleted'
export const deleteCategory = 'Delete Category'
export const itsDiscussionsCouldNotBe = 'Its discussions could not be counted.'
export const areYouSureYouWant2 = (name: Part) =>
  `Are you sure you want to delete "${name}"? This action cannot be undone.`
export const countingItsDiscussions = 'Counting its discussions...'
export const holdsHiddenOnesIncludedThey = (name: Part, data: Part) =>
  `"${name}" holds ${data}, hidden ones included. They move to another category before this one is deleted.`
export const moveThemTo = 'Move them to'
export const cancel = 'Cancel'
export const deleting = 'Deleting...'
export const moveAndDelete = 'Move and Delete'
export const icon = 'Icon'
export const colour = 'Colour'
export const own = 'Own'
export const orderOfTheCategories = 'Order of the categories'
export const theSiteListsTheCategories = 'The site lists the categories in the new order.'
export const theFrontPageTheForums =
  'The front page, the forums and every choice of a category follow it. Without an order they go by name.'
export const moveUp = (name: Part) => `Move ${name} up`
export const moveDown = (name: Part) => `Move ${name} down`
export const byName = 'By name'
export const saveOrder = 'Save Order'
export const theServerDoesNotAnswer = 'The server does not answer'
export const noAnswer = 'No answer'
export const upFor = (duration: Part) => `, up for ${duration}`
export const answeredIn = (took: Part, value: Part) => `Answered in ${took}${value}`
export const notMeasured = 'Not measured'
export const answeredIn2 = (took: Part) => `Answered in ${took}`
export const aFileCouldNotBe = 'A file could not be written'
export const messagesUseTheDatabaseEach = 'Messages use the database; each server counts rate limits alone'
export const logArchive = 'Log archive'
export const nothingArchivedYet = 'Nothing archived yet'
export const noMembersAddressRefusesIt = 'No member’s address refuses it'
export const pausedForRefusedComplained = (paused: Part, refused: Part, complained: Part) =>
  `Paused for ${paused}: ${refused} refused, ${complained} complained`
export const runNpmRunBackup = 'Run npm run backup'
export const totalUsers = 'Total Users'
export const registeredMembers = 'Registered members'
export const discussions = 'Discussions'
export const totalThreads = 'Total threads'
export const replies = 'Replies'
export const totalReplies = 'Total replies'
export const forumCategories = 'Forum categories'
export const activeUsers = 'Active Users'
export const last7Days = 'Last 7 days'
export const pendingReview = 'Pending review'
export const quickActions = 'Quick Actions'
export const manageUsers = 'Manage Users'
export const moderateContent = 'Moderate Content'
export const manageCategories = 'Manage Categories'
export const recentActivity = 'Recent Activity'
export const seeAll = 'See all'
export const theLatestActivityCouldNot = 'The latest activity could not be loaded.'
export const loadingTheLatestActivity = 'Loading the latest activity...'
export const systemHealth = 'System Health'
export const measuring = 'Measuring...'
export const noGrievanceOfficerIsNamed = (link: Tag) =>
  rich(
    'No Grievance Officer is named. Rule 3(2) of the IT Rules, 2021 asks a site for the officer’s name and address. ',
    link('Name the officer'),
  )
export const newMember = (username: Part) => `New member ${username}`
export const reported = (value: Part, value2: Part) => `${value} reported${value2}`
export const theSite = 'The site'
export const chatMessage = 'Chat message'
export const thisDatabaseDoesNotMeasure =
  'This database does not measure its statements: create extension pg_stat_statements, as a superuser.'
export const thisDatabaseDoesNotMeasure2 =
  'This database does not measure its statements: add pg_stat_statements to shared_preload_libraries, and restart it.'
export const thisDatabaseHidesTheStatements =
  'This database hides the statements of other roles: grant pg_read_all_stats to the owner of the site’s database.'
export const rowsACall = 'Rows a call'
export const less = 'Less'
export const statementsThatTookTheMost = 'Statements that took the most time'
export const markedAsAnswered = 'Marked as answered'
export const theMessagesCouldNotBe = 'The messages could not be marked.'
export const contactMessages = 'Contact messages'
export const markAsAnswered = 'Mark as answered'
export const answered = 'Answered'
export const open = 'Open'
export const member = (username: Part) => ` · member ${username}`
export const notSignedIn = ' · not signed in'
export const answerSent = 'Answer sent'
export const itIsOnItsWay = (email: Part) => `It is on its way to ${email}.`
export const notSentPleaseTryAgain = 'Not sent. Please try again; what you typed is kept.'
export const pleaseWriteAnAnswerFirst = 'Please write an answer first.'
export const answerTo = (name: Part) => `Answer to ${name}`
export const mailedToInTheSites = (email: Part) => `Mailed to ${email} in the site's name.`
export const close = 'Close'
export const sending = 'Sending...'
export const sendAnswer = 'Send Answer'
export const theMessageCouldNotBe = 'The message could not be opened again.'
export const answered2 = (username: Part) => `${username} answered`
export const on = (answered_at: Part) => ` on ${answered_at}`
export const notFromHere = ', not from here.'
export const theMailWaitsToLeave = '; the mail waits to leave.'
export const openAgain = 'Open again'
export const generalQuestion = 'General question'
export const technicalProblem = 'Technical problem'
export const shownAgain = 'Shown again'
export const acceptedAsTheAnswer = 'Accepted as the answer'
export const noLongerTheAnswer = 'No longer the answer'
export const madeAWiki = 'Made a wiki'
export const noLongerAWiki = 'No longer a wiki'
export const levelChanged = 'Level changed'
export const madeAdministrator = 'Made administrator'
export const noLongerAdministrator = 'No longer administrator'
export const guestOfTheChatMuted = 'Guest of the chat muted'
export const authorOfAChatMessage = 'Author of a chat message revealed'
export const synonymsOfTheSearch = 'Synonyms of the search'
export const scamShield = 'Scam shield'
export const ruleOfTheShield = 'Rule of the scam shield'
export const reservedName = 'Reserved name'
export const contactMessage = 'Contact message'
export const newsletterList = 'Newsletter list'
export const earlierVersion = 'Earlier version'
export const listOfMembers = 'List of members'
export const siteName = 'Site Name'
export const siteDescription = 'Site Description'
export const siteDescriptionInHindi = 'Site description in Hindi'
export const taglineInHindi = 'Tagline in Hindi'
export const emptyTheEnglishOne = 'Empty: the English one.'
export const legalEntity = 'Legal entity'
export const headlineFigures = 'Headline figures'
export const maintenanceMode = 'Maintenance Mode'
export const requireEmailVerification = 'Require Email Verification'
export const autoModeration = 'Auto Moderation'
export const maxPostsPerDay = 'Max Posts per Day'
export const guestsWriteInTheChat = 'Guests write in the chat'
export const slowMode = 'Slow mode'
export const chatRooms = 'Chat rooms'
export const byMail = 'By mail'
export const fullName = 'Full name'
export const askedFor = 'Asked for'
export const newsletterSubscribers = 'Newsletter subscribers'
export const repliesAndMentionsByMail = 'Replies and mentions by mail'
export const pushOnMembersDevices = 'Push on members’ devices'
export const officersName = 'Officer’s name'
export const officersAddress = 'Officer’s address'
export const sourceOfThesePeriods = 'Source of these periods'
export const acknowledgeWithinHours = 'Acknowledge within (hours)'
export const resolveWithinDays = 'Resolve within (days)'
export const removeUnlawfulContentWithinHours = 'Remove unlawful content within (hours)'
export const removeIntimateOrImpersonating = 'Remove intimate or impersonating content within (hours)'
export const answerWithinHours = 'Answer within (hours)'
export const settingsSaved = 'Settings saved'
export const theyAreInForceOn = 'They are in force on every page.'
export const theFrontPagesSentenceAnd = "The front page's sentence, and its title for search engines."
export const ofCharacters = (length: Part, siteDescription: Part) =>
  `${length} of ${siteDescription} characters`
export const whoAnswersForTheSite = 'Who answers for the site: named in the footer and on the legal pages.'
export const theFrontPagesFiguresThe =
  "The front page's figures. The fixed ones are shown only while the community is at least as large."
export const fixed50KMembers6KDiscussions = 'Fixed: 50K+ members, 6K+ discussions, 40K+ posts, 24/7'
export const liveCounted = 'Live: counted'
export const grievanceOfficer = 'Grievance Officer'
export const indianLawAsksForA =
  'Indian law asks for a named person. Shown in the Terms, the Privacy Policy and on the contact page.'
export const eMailAndPostalAddress = 'E-mail and postal address.'
export const whichRuleAndSinceWhen = 'Which rule, and since when: the law changes.'
export const contactForm = 'Contact form'
export const promisedOnTheContactPage =
  'Promised on the contact page, in About and in the receipt of each message.'
export const aSentenceThatFollowsThe =
  'A sentence that follows the promise, such as “Sundays and public holidays do not count.”'
export const waitingPosts = 'Waiting'
export const holdFirstPosts = 'First posts wait'
export const holdFirstPostsText =
  'Posts of newcomers that a moderator looks at before others see them: members of less than three days, or of less than thirty whom nobody has upvoted.'
export const holdNone = 'None'
export const holdContacts = 'Those with a link, a phone number or a UPI id'
export const holdAll = 'All'
export const refusedWaiting = 'Not published'
export const heldAgain = 'Held for a moderator'
export const sealedCopyLookedAt = 'Sealed copy looked at'
export const takingPart = 'Taking part'
export const visitorsAndMembersSeeA =
  'Visitors and members see a page that says so; you and the other administrators go on.'
export const whereTheSiteSendsMail =
  'Where the site sends mail, a new account opens once its address is confirmed.'
export const whatThreeMembersReportedIs =
  'What three members reported is hidden until an administrator has looked.'
export const digestsTooOtherwiseMembersAre =
  'Digests too. Otherwise members are told at the bell only; mails about accounts go on.'
export const forMembersWhoAskFor =
  "For members who ask for it on a device. Messages pass, encrypted, through servers of the browser's maker: Google, Mozilla, Apple or Microsoft."
export const otherwiseGuestsOnlyReadThe = 'Otherwise guests only read the live chat.'
export const oneForEachForumCategory = 'One for each forum category, beside the one for everybody.'
export const secondsBetweenTwoMessagesOf =
  'Seconds between two messages of one writer in the chat; 0 for none.'
export const discussionsAndRepliesOfOne = 'Discussions and replies of one member in 24 hours.'
export const saveSettings = 'Save Settings'
export const on2 = 'On'
export const off = 'Off'
export const userUpdated = 'User updated'
export const hasBeenUpdatedSuccessfully = (username: Part) => `${username} has been updated successfully.`
export const editUser = 'Edit User'
export const username = 'Username'
export const bio = 'Bio'
export const removeThePicture = 'Remove the picture'
export const level = 'Level'
export const administratorMayDoAllThat = 'Administrator: may do all that you may'
export const reason = 'Reason'
export const forTheModerationLogOnly = 'For the moderation log; only administrators read it.'
export const saveChanges2 = 'Save Changes'
export const lastActive = 'Last active'
export const undone = 'Undone'
export const userLevelHasBeenUpdated = 'User level has been updated successfully.'
export const undo = 'Undo'
export const userBanned = 'User banned'
export const userHasBeenBannedSuccessfully = 'User has been banned successfully.'
export const usersBanned = (length: Part) => `${length} users banned`
export const theyCanReadButNo = 'They can read, but no longer post.'
export const setTheLevelOfThe = 'Set the level of the selected users'
export const banPartSelected = (part: Tag) => rich('Ban', part(' selected'))
export const exportPartSelected = (part: Tag) => rich('Export', part(' selected'))
export const levelOf = (username: Part) => `Level of ${username}`
export const viewProfile = 'View profile'
export const viewProfileOf = (username: Part) => `View profile of ${username}`
export const editUser2 = 'Edit user'
export const edit3 = (username: Part) => `Edit ${username}`
export const banned = 'Banned'
export const banUser = 'Ban user'
export const ban = (username: Part) => `Ban ${username}`
export const setLevel = 'Set level…'
export const users2 = (length: Part) => `${length} users`
export const ban2 = (value: Part) => `Ban ${value}?`
export const theyAreSignedOutEverywhere =
  'They stay signed in, and can read, take their data along, appeal and close the account, but do nothing else. Choosing another level ends the ban.'
export const theMemberReadsItWhen = 'The member reads it, and it is in the moderation log.'
export const banUser2 = 'Ban User'
export const banUsers = (length: Part) => `Ban ${length} Users`
export const asAnyWordOfA = 'As any word of a name'
export const asTheWholeName = 'As the whole name'
export const reservedNames = 'Reserved names'
export const deleteReservedName = 'Delete Reserved Name'
export const anyMemberCanTakeThe = (name: Part) => `Any member can take the name “${name}” afterwards.`
export const deleteName = 'Delete Name'
export const nameNoLongerReserved = 'Name no longer reserved'
export const nameReserved = 'Name reserved'
export const reserveAName = 'Reserve a Name'
export const capitalsDotsSpacesAndLetters =
  'Capitals, dots, spaces and letters that look alike make no difference.'
export const alsoAsOneWordOf = 'Also as one word of a longer name, such as “Official SEBI”'
export const reserveName = 'Reserve Name'
export const meanTheSame = 'Mean the same'
export const otherSpellings = 'Other spellings'
export const edit4 = (nameOf: Part) => `Edit ${nameOf}`
export const deleteLabel4 = (nameOf: Part) => `Delete ${nameOf}`
export const wordsThatMeanTheSame = 'Words that mean the same to the search'
export const deleteSynonyms = 'Delete Synonyms'
export const searchesForWillFindOnly = (join: Part) =>
  `Searches for ${join} will find only what says so. This action cannot be undone.`
export const synonymsDeleted = 'Synonyms deleted'
export const synonymsSaved = 'Synonyms saved'
export const synonymsAdded = 'Synonyms added'
export const editSynonyms = 'Edit Synonyms'
export const addSynonyms = 'Add Synonyms'
export const wordsThatMeanTheSame2 = 'Words that mean the same'
export const separatedByCommasInAny =
  'Separated by commas, in any language or script. A search for one of them finds all.'
export const taxIncomeTax = 'tax, income tax, आयकर'
export const otherSpellingsOptional = 'Other spellings (optional)'
export const theyLeadToTheWords =
  'They lead to the words above, but are not searched for themselves: misspellings, and words that mean other things too.'
export const aaykarKar = 'aaykar, kar'
export const sanctionLifted = 'Sanction lifted'
export const staffNoteWritten = 'Note about a member written'
export const staffNoteDeleted = 'Note about a member deleted'
export const appealGranted = 'Appeal granted'
export const appealRefused = 'Appeal refused'
export const appeals = 'Appeals'
export const sanctionsAndNotes = 'Sanctions and notes'
export const sanctionsOf = (username: Part) => `Sanctions and notes: ${username}`
