import { type Node, type Part, rich } from '../rich.ts'

export const latestNotifications = 'Latest notifications'
export const notifications = 'Notifications'
export const markAllAsRead = 'Mark all as read'
export const yourNotificationsCouldNotBe = 'Your notifications could not be loaded.'
export const loadingNotifications = 'Loading notifications...'
export const nothingYetRepliesMentionsAnd = 'Nothing yet. Replies, mentions and upvotes appear here.'
export const allNotifications = 'All notifications'
export const notificationsUnread = (shown: Part) => `Notifications, ${shown} unread`
export const youHaveANewNotification = 'You have a new notification.'
export const youHaveNewNotifications = (arrived: Part) => `You have ${arrived} new notifications.`
export const repliesMentionsAndUpvotesAppear =
  'Replies, mentions and upvotes appear here. A clear question is a good start.'
export const nothingYet = 'Nothing yet'
export const newDiscussion = 'New Discussion'
export const mailIsOnAgain = 'Mail is on again'
export const itStopsAgainIfYour = 'It stops again if your address refuses the next one.'
export const notChanged = 'Not changed'
export const mailIsStillPausedPlease = 'Mail is still paused. Please try again.'
export const mailIsPaused = 'Mail is paused'
export const mailToOnNotificationsAnd = (shortened: Node, value: Node, refused_at: Node) =>
  rich(
    'Mail to ',
    shortened,
    ' ',
    value,
    ' on ',
    refused_at,
    '; notifications and digests by mail are paused. Mails about your account still go there.',
  )
export const tryAgain = 'Try again'
export const checkTheAddress = 'Check the address'
export const notificationDeleted = 'Notification deleted'
export const thereWasAnErrorDeleting = 'There was an error deleting the notification. Please try again.'
export const unread = 'Unread: '
export const markAsRead = (plain: Part) => `Mark as read: ${plain}`
export const deleteLabel = (plain: Part) => `Delete: ${plain}`
export const youAreToldHereWhen =
  'You are told here when somebody answers you, mentions you or upvotes what you wrote.'
export const noNotificationsYet = 'No notifications yet'
export const browseTheForums = 'Browse the forums'
export const moreThanUnread = (mostCounted: Part) => `More than ${mostCounted} unread`
export const unreadNotification = 'unread notification'
export const unreadNotifications = 'unread notifications'
export const everythingIsRead = 'Everything is read'
export const loading = 'Loading...'
export const loadMore = 'Load more'
export const replies = 'Replies'
export const toYouAndRepliesOf = 'to you, and replies of mine that answered a question'
export const mentions = 'Mentions'
export const ofMyNameInThe = 'of my name; in the live chat only at the bell and by push'
export const followedDiscussions = 'Followed discussions'
export const repliesThere = 'replies there'
export const followedMembers = 'Followed members'
export const theirNewDiscussions = 'their new discussions'
export const watchedSubjects = 'Watched subjects'
export const newDiscussionsInTheseCategories = 'new discussions in these categories and tags'
export const upvotes = 'Upvotes'
export const the1st5th10th25th = 'the 1st, 5th, 10th, 25th and so on'
export const reminders = 'Reminders'
export const ofMyBookmarks = 'of my bookmarks'
export const wikiEdits = 'Wiki edits'
export const byOthersOnceAnHour = 'by others, once an hour for each wiki'
export const atOnce = 'At once'
export const noDigest = 'No digest'
export const everyDay = 'Every day'
export const everyWeek = 'Every week'
export const yourChoicesCouldNotBe = 'Your choices could not be loaded.'
export const loadingYourChoices = 'Loading your choices...'
export const hideNamesAndTextIn = 'Hide names and text in alerts'
export const forAPhoneOrMailbox =
  'For a phone or mailbox that you share. What is off at the bell is neither mailed nor pushed. A mail goes out after a minute, unless you have read it by then; several replies in one discussion are one mail. You get at most 20 an hour; the rest come as one. Moderation of your posts, your reports and changes of your level are always at the bell.'
export const whichNotificationsYouGetAnd = 'Which notifications you get, and how'
export const what = 'What'
export const bell = 'Bell'
export const mail = 'Mail'
export const push = 'Push'
export const mail2 = (label: Part) => `${label}: mail`
export const digest = 'Digest'
export const oneMailOfWhatYou =
  'One mail of what you have not read by then. None is sent when there is nothing new.'
export const howOften = 'How often'
export const day = 'Day'
export const timeIST = 'Time (IST)'
export const withNewDiscussionsByMembers =
  'With new discussions by members whom I follow, and in the categories that I read'
export const pushIsOn = 'Push is on'
export const thisDeviceShowsWhatRings = 'This device shows what rings your bell.'
export const pushIsOffOnThis = 'Push is off on this device'
export const pushIsOffOnAll = 'Push is off on all devices'
export const pleaseTryAgain = 'Please try again.'
export const pushOnThisDevice = 'Push on this device'
export const yourPushSettingCouldNot = 'Your push setting could not be loaded.'
export const loadingYourPushSetting = 'Loading your push setting...'
export const turnOff = 'Turn off'
export const turnOn = 'Turn on'
export const turnOffOnAllDevices = (value: Part) => `Turn off on all ${value} devices`
export const turnOffOn = (elsewhere: Part) => `Turn off on ${elsewhere}`
export const thisBrowserCannotShow =
  'This browser cannot show notifications of websites. On an iPhone or iPad, add the site to the home screen and open it from there.'
export const yourBrowserBlocksNotificationsOf =
  'Your browser blocks notifications of this site. Allow them in the browser’s settings for this site, then come back.'
export const messagesPassThroughYourBrowser =
  'Messages pass through your browser maker’s servers: Google for Chrome and most others, Mozilla for Firefox, Apple for Safari, Microsoft for Edge. They are encrypted for this device. The maker sees that this site sent you a message, when, and how long it is, but not what it says.'
export const pushFollowsYourChoicesAbove =
  'Push follows your choices above: what is off there is not pushed, and hidden names and text stay hidden. It ends when you turn it off, sign out on this device, or block it in your browser’s settings.'
export const wasRefused = 'was refused'
export const wasRefusedSeveralTimes = 'was refused several times, most recently'
export const wasReportedAsUnwanted = 'was reported as unwanted'
export const off = 'Off. This device shows nothing while the site is closed.'
export const on =
  'On. This device shows what rings your bell, a few seconds later and only if you have not read it by then.'
export const yourBrowserDidNotInstall =
  'Your browser did not install what shows notifications. Please try again later.'
export const yourBrowserBlocks = 'Your browser blocks notifications of this site.'
export const notificationsWereNotAllowed =
  'Notifications were not allowed. Turn push on again to be asked once more.'
export const yourBrowserCouldNotReach =
  'Your browser could not reach its push service. Please try again later.'
export const otherDevice = 'other device'
export const otherDevices = 'other devices'
export const no = 'No'
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
export const bellOf = (label: Part) => `${label}: bell`
export const pushOf = (label: Part) => `${label}: push`
export const ist = (time: Part) => `${time} IST`
