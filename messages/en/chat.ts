import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const writeAMessage = 'Write a message'
export const change = 'Change'
export const orToWriteUnderYour = (link: Node) => rich('or ', link, ' to write under your own name')
export const sendAnonymously = 'Send anonymously'
export const replyingTo = (bdi: Node) => rich('Replying to ', bdi, ':')
export const doNotReply = 'Do not reply'
export const message = 'Message'
export const send = 'Send'
export const tooMany = (chat_messages_message_length: Part, value: Part) =>
  `${chat_messages_message_length} ${value} too many.`
export const charactersLeft = (value: Part) => `${value} characters left`
export const onlyAdministratorsCanFindOut = 'Only administrators can find out who wrote it.'
export const partChattingAs = (part: Tag) => rich(part('Chatting '), 'as')
export const pleaseEnterAUsernameTo = 'Please enter a username to chat anonymously'
export const username = 'Username'
export const anyNameYouLike = 'Any name you like'
export const latestMessages = 'Latest messages'
export const joinTheLiveChat = 'Join the live chat'
export const liveChat = 'Live chat'
export const youAreOfflineTheseAre =
  'You are offline. These are the messages as you last saw them; what you write is sent when you are back.'
export const writingHereAndSeeingNew =
  'Writing here, and seeing new messages come in, needs JavaScript. Reading does not: reload for the latest.'
export const theseAreEarlierMessagesLink = (link: Tag) =>
  rich('These are earlier messages. ', link('Jump to latest'))
export const messageChosen = 'message chosen'
export const messagesChosen = 'messages chosen'
export const tooMuchTextForOne = ': too much text for one discussion'
export const makeADiscussion = 'Make a discussion'
export const clear = 'Clear'
export const theTwoMinutesAreOver = 'The two minutes are over: this message can no longer be edited.'
export const editYourMessage = 'Edit your message'
export const save = 'Save'
export const reply = 'Reply'
export const replyTo = (username: Part, wordsOf: Part) => `Reply to ${username}: ${wordsOf}`
export const link = 'Link'
export const edit = 'Edit'
export const editYourMessage2 = (wordsOf: Part) => `Edit your message: ${wordsOf}`
export const deleteLabel = 'Delete'
export const deleteYourMessage = (wordsOf: Part) => `Delete your message: ${wordsOf}`
export const choose = 'Choose'
export const chooseForADiscussion = (name: Part) => `Choose ${name}, for a discussion`
export const deleteLabel2 = (name: Part) => `Delete ${name}`
export const deleteMessage = 'Delete Message'
export const areYouSureYouWant = (username: Part) =>
  `Are you sure you want to delete this message by ${username}? This action cannot be undone.`
export const whoWroteThis = 'Who wrote this'
export const whoWrote = (name: Part) => `Who wrote ${name}`
export const asking = 'Asking…'
export const theAuthorCouldNotBe = 'The author could not be asked for. Please try again.'
export const isAGuestNoAccount = (username: Part) => `${username} is a guest: no account is known.`
export const isNobodyButAdministratorsCan = (username: Node, link: Node) =>
  rich(username, ' is ', link, '. Nobody but administrators can see this.')
export const guestMuted = 'Guest muted'
export const cannotWriteInTheChat = (username: Part) => `${username} cannot write in the chat for 24 hours.`
export const aMutedGuestReadsThe =
  'A muted guest reads the chat but cannot write in it for 24 hours, under any name. What they wrote stays.'
export const reason = 'Reason'
export const forTheModerationLogOnly = 'For the moderation log; only administrators read it.'
export const muteGuest = 'Mute Guest'
export const messages = 'Messages'
export const sayGoodMorningWhatDo = 'Say good morning: what do you have your eye on today?'
export const itIsQuietAtThe = 'It is quiet at the moment.'
export const newMessages = 'New messages'
export const newMessage = 'new message'
export const newMessages2 = 'new messages'
export const jumpToLatest = 'Jump to latest'
export const mentionsYou = 'Mentions you. '
export const edited = 'edited'
export const replyToAnEarlierMessage = (sign: Node) => rich(sign, 'Reply to an earlier message')
export const inReplyTo = 'In reply to '
export const anonymous = 'anonymous'
export const sending = 'Sending…'
export const waitingForTheConnection = 'Waiting for the connection'
export const tryAgain = 'Try again'
export const discard = 'Discard'
export const thatWasQuickItIs = (part: Node) => rich('That was quick. It is sent ', part, '.')
export const online = (count: Part) => `${count} online`
export const membersOnline = 'Members online'
export const noMembersAreHereAt = (join: Part) => `No members are here at the moment, only ${join}.`
export const and = (join: Part) => `And ${join}.`
export const close = 'Close'
export const connecting = 'Connecting…'
export const live = 'Live'
export const reconnecting = 'Reconnecting'
export const checkingEvery5Seconds = ', checking every 5 seconds'
export const offline = 'Offline'
export const writingInTheChatIs = 'Writing in the chat is not open to you at the moment.'
export const notSent = 'Not sent.'
export const itIsQuietAtThe2 = 'It is quiet at the moment. Say good morning.'
export const reactTo = (name: Part) => `React to ${name}`
export const react = 'React'
export const agree = 'Agree'
export const thanks = 'Thanks'
export const funny = 'Funny'
export const goodIdea = 'Good idea'
export const notSure = 'Not sure'
export const reactionsTo = (name: Part) => `Reactions to ${name}`
export const member = 'member'
export const members = 'members'
export const membersToMention = 'Members to mention'
export const messageDeleted = 'Message deleted'
export const theMessageCouldNotBe = 'The message could not be deleted. Please try again.'
export const theMessageBy = (username: Part, words: Part) => `the message by ${username}: ${words}`
export const toMessage = (name: Part) => `to ${name}`
export const muting = 'Muting...'
export const other = 'other'
export const others = 'others'
export const andOthers = (others: Part) => ` and ${others}`
export const moreMember = 'more member'
export const moreMembers = 'more members'
export const guest = 'guest'
export const guests = 'guests'
export const fromTheLiveChat = 'From the live chat:'
export const muteMember = (name: Part) => `Mute ${name}`
export const unmuteMember = (name: Part) => `Unmute ${name}`
