// Bounds that the form and the database both hold, with the one message that both of them say.

export const TITLE = { min: 8, max: 200 } as const
export const CONTENT = { min: 10, max: 50_000 } as const
export const REPLY = { min: 2, max: 20_000 } as const
export const TAGS = { max: 5, length: 30 } as const
export const USERNAME = { min: 3, max: 30, pattern: /^[A-Za-z0-9_.-]{3,30}$/ } as const
export const FULL_NAME = { max: 80 } as const
export const BIO = { max: 500 } as const
export const CHAT_MESSAGE = { min: 1, max: 1_000 } as const
export const CATEGORY = { name: 60, slug: 60, description: 500 } as const
export const REPORT = { min: 3, max: 500 } as const
/** Why an administrator did something, for the log. */
export const REASON = { min: 3, max: 500, message: 'Please say why in 3 to 500 characters.' } as const
export const CONTACT = { name: 80, email: 254, message: 5_000 } as const
export const ARTICLE_TITLE = { min: 3, max: 200 } as const
export const ARTICLE_EXCERPT = { max: 500 } as const
export const ARTICLE_CATEGORY = { max: 60 } as const
/** Characters of text; the database bounds the HTML around it. */
export const ARTICLE_CONTENT = { max: 200_000 } as const
export const CHAT_NAME = { max: 30 } as const
export const SETTINGS = {
  ...{ siteName: 60, siteDescription: 300, tagline: 120, legalEntity: 120 },
  mostPostsPerDay: 1_000,
} as const
export const PASSWORD = { minCodePoints: 8, maxBytes: 256 } as const

/** What is typed into a search, here and among the articles. The database cuts longer questions as well. */
export const QUESTION = { min: 2, max: 200 } as const

/** Rows of a list page, and replies of a thread page. */
export const PAGE_SIZE = 20

/** Link schemes that the editor accepts and the sanitiser keeps. */
export const LINK_SCHEMES = [
  'http',
  'https',
  'ftp',
  'ftps',
  'mailto',
  'tel',
  'callto',
  'sms',
  'cid',
  'xmpp',
] as const

/** What to tell a person whose input broke the constraint of this name. */
export const CONSTRAINT_MESSAGES: Readonly<Record<string, string>> = {
  threads_title_length: `The title must be ${TITLE.min} to ${TITLE.max} characters long.`,
  threads_content_length: `The discussion must be ${CONTENT.min} to 50,000 characters long.`,
  threads_tags_bounds: `Use at most ${TAGS.max} tags of at most ${TAGS.length} characters each.`,
  replies_content_length: `A reply must be ${REPLY.min} to 20,000 characters long.`,
  profiles_username_format: `A username has ${USERNAME.min} to ${USERNAME.max} letters, digits, or the signs _ . -`,
  profiles_username_key: 'That username is already taken.',
  profiles_full_name_length: `The full name may have at most ${FULL_NAME.max} characters.`,
  profiles_bio_length: `The bio may have at most ${BIO.max} characters.`,
  forum_categories_slug_key: 'Another category has this slug.',
  forum_categories_slug_format: `A slug has at most ${CATEGORY.slug} small letters and digits, with single hyphens between.`,
  forum_categories_name_length: `A name has 1 to ${CATEGORY.name} characters.`,
  forum_categories_description_length: `A description has at most ${CATEGORY.description} characters.`,
  reports_reason_length: `Please say why in ${REPORT.min} to ${REPORT.max} characters.`,
  reports_once: 'You have reported this already.',
  chat_messages_message_length: 'A chat message must be 1 to 1,000 characters long.',
  site_settings_site_name_length: `The site's name must be 1 to ${SETTINGS.siteName} characters long.`,
  site_settings_site_description_length: `The description may have at most ${SETTINGS.siteDescription} characters.`,
  site_settings_tagline_length: `The tagline may have at most ${SETTINGS.tagline} characters.`,
  site_settings_legal_entity_length: `The legal entity must be 1 to ${SETTINGS.legalEntity} characters long.`,
  site_settings_max_posts_per_day_bounds: 'Please enter a whole number from 1 to 1,000.',
  contact_messages_answer_length: 'An answer must be 1 to 5,000 characters long.',
  contact_messages_name_length: `The name must be 1 to ${CONTACT.name} characters long.`,
  contact_messages_email_format: 'Please enter a valid e-mail address.',
  contact_messages_subject_known: 'Please choose a subject.',
  contact_messages_message_length: 'The message must be 1 to 5,000 characters long.',
  newsletter_subscribers_email_format: 'This is not an e-mail address that mail can be sent to.',
  blog_posts_title_length: `The title must be ${ARTICLE_TITLE.min} to ${ARTICLE_TITLE.max} characters long.`,
  blog_posts_slug_format: 'The address may have small letters, digits and single hyphens, at most 120.',
  blog_posts_slug_key: 'Another article has this address.',
  blog_posts_excerpt_length: `The excerpt may have at most ${ARTICLE_EXCERPT.max} characters.`,
  blog_posts_category_length: `The category must be 1 to ${ARTICLE_CATEGORY.max} characters long.`,
  blog_posts_content_length: 'The article is too long: cut it in two.',
  chat_messages_message_visible: 'A chat message must be 1 to 1,000 characters long.',
  chat_messages_username_length: `The name may have at most ${CHAT_NAME.max} characters.`,
  chat_messages_username_visible: 'Please choose a name of letters and digits.',
}
