// A sanction in words: those of the page's language, or of a mail's.
import * as t from '#words/sanctions.ts'
import { formatMoment } from './format.ts'

/** Those of the page's language: by name, so that a page has no others. */
const OWN = {
  until: t.until,
  youWereWarned: t.youWereWarned,
  youMayNotPostLinks: t.youMayNotPostLinks,
  youMayNotChat: t.youMayNotChat,
  youMayOnlyRead: t.youMayOnlyRead,
  yourAccountIsSuspended: t.yourAccountIsSuspended,
  yourAccountIsBanned: t.yourAccountIsBanned,
}
export type SanctionWords = typeof OWN

const SENTENCES: Readonly<Record<string, Exclude<keyof SanctionWords, 'until'>>> = {
  warning: 'youWereWarned',
  no_links: 'youMayNotPostLinks',
  no_chat: 'youMayNotChat',
  read_only: 'youMayOnlyRead',
  suspended: 'yourAccountIsSuspended',
  banned: 'yourAccountIsBanned',
}

/**
 * 'Your account is suspended until 3 Dec 2026, 2:00 pm IST.'
 * @param words of another language than the page's: the server has all of them; `moment` is a time in it
 */
export function sanctionSentence(
  { kind, ends_at }: { kind: string; ends_at: string | null },
  words: SanctionWords = OWN,
  moment = formatMoment,
): string {
  return words[SENTENCES[kind] ?? 'youMayOnlyRead'](ends_at ? words.until(moment(ends_at)) : '')
}
