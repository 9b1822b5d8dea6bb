import { type Node, rich } from '../rich.ts'

// Of posts that wait for a moderator, as their author reads of them.
export const waitsForAModerator = 'Waits for a moderator'
export const waitsAfterOthers = '· Waits for a moderator'
export const yourReplyWaits = 'Your reply waits for a moderator'
export const yourDiscussionWaits = 'Your discussion waits for a moderator'
export const whyItWaits =
  'Posts of new members with a link, a phone number or a UPI id are looked at before others see them.'
export const onlyYouSeeIt =
  'Until then only you and the moderators see it. You get the answer at the bell and by mail.'
export const lastLook = (ago: Node) => rich('A moderator last decided on a waiting post ', ago, '.')
export const yourWaitingReplies = 'Your replies that wait for a moderator'
export const yourWaitingPosts = 'Your posts that wait'
