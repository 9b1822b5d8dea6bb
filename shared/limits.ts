// Limits that forms and the database share; shared/constraint-messages.ts has their messages.

import * as t from '#words/shared.ts'

export const TITLE = { min: 8, max: 200 } as const
export const CONTENT = { min: 10, max: 50_000 } as const
/** `option`: its length. `days`: the longest time for votes. */
export const POLL = {
  question: { min: 3, max: 200 },
  option: 100,
  options: { min: 2, max: 10 },
  days: 30,
} as const
export const REPLY = { min: 2, max: 20_000 } as const
/** The TeX of one formula. */
export const FORMULA = { max: 500 } as const
export const BOOKMARK_NOTE = { max: 280 } as const
export const TAGS = { max: 5, length: 30 } as const
/** Characters of a muted word or phrase. */
export const MUTED_WORD = { min: 2, max: 40 } as const
export const USERNAME = { min: 3, max: 30, pattern: /^[A-Za-z0-9_.-]{3,30}$/ } as const
export const FULL_NAME = { max: 80 } as const
export const BIO = { max: 500 } as const
export const CHAT_MESSAGE = { min: 1, max: 1_000 } as const
/** With its default values. */
export const CATEGORY = { name: 60, slug: 60, description: 500, icon: '💬', color: '#10b981' } as const
export const ARTICLE_SOURCES = { min: 3, max: 200 } as const
/** Characters of text; the database has a limit for the HTML around it. */
export const CATEGORY_GUIDE = { note: 1_000, template: 5_000 } as const
export const APPEAL = { min: 10, max: 2_000 } as const
export const SANCTION = { message: 1_000, note: 2_000 } as const
export const REPORT = { min: 3, max: 500 } as const
/** The reason for an administrator's act, for the log. */
export const REASON = { min: 3, max: 500, message: t.pleaseSayWhyIn3 } as const
export const CONTACT = { name: 80, email: 254, message: 5_000 } as const
export const ARTICLE_TITLE = { min: 3, max: 200 } as const
export const ARTICLE_EXCERPT = { max: 500 } as const
export const ARTICLE_CATEGORY = { max: 60 } as const
/** Characters of text; the database has a limit for the HTML around it. */
export const ARTICLE_CONTENT = { max: 200_000 } as const
/** A rule of the scam shield, and its note. */
export const SHIELD_RULE = { min: 3, max: 100, note: 300 } as const
export const RESERVED_NAME = { min: 2, max: 40 } as const
export const CHAT_NAME = { max: 30 } as const
export const SETTINGS = {
  siteName: 60,
  siteDescription: 300,
  tagline: 120,
  legalEntity: 120,
  mostPostsPerDay: 1_000,
  mostChatGapSeconds: 600,
  grievanceOfficer: 120,
  grievanceAddress: 500,
  grievanceSource: 300,
  grievanceHours: 720,
  grievanceDays: 90,
  contactExceptions: 200,
} as const

/** The length of a search text, also among articles. The database truncates longer ones too. */
export const QUESTION = { min: 2, max: 200 } as const

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
