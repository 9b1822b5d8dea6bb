// The topics of notifications, as private.notification_topics has them. Acts of moderation have none: they always come.

/** Those that a member can switch off, in the order of the settings. */
export const TOPICS = [
  'replies',
  'mentions',
  'follows',
  'members',
  'watched',
  'upvotes',
  'reminders',
  'wikis',
] as const
export type Topic = (typeof TOPICS)[number]

/** Those that can be mailed. A milestone of upvotes is not worth a mail. */
export const MAILED_TOPICS = TOPICS.filter((topic) => topic !== 'upvotes')
export type MailedTopic = Exclude<Topic, 'upvotes'>
