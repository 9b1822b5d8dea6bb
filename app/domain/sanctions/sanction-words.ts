// A sanction in the words of the page's language.
import type { Sanction } from '#app/platform/session/session.ts'
import { formatMoment } from '#shared/format.ts'
import { LANGUAGE } from '#words/language.ts'
import * as t from '#words/sanctions.ts'

type SanctionKind = Sanction['kind'] | 'warning'

const SENTENCES: Readonly<Record<SanctionKind, (until: string) => string>> = {
  warning: t.youWereWarned,
  no_links: t.youMayNotPostLinks,
  no_chat: t.youMayNotChat,
  read_only: t.youMayOnlyRead,
  suspended: t.yourAccountIsSuspended,
  banned: t.yourAccountIsBanned,
}

const STILL_POSSIBLE: Readonly<Record<SanctionKind, string>> = {
  warning: t.nothingIsForbidden,
  no_links: t.everythingButLinks,
  no_chat: t.everythingButChat,
  read_only: t.readingAndYourOwnLists,
  suspended: t.readingExportAppealClose,
  banned: t.readingExportAppealClose,
}

/** 'Your account is suspended until 3 Dec 2026, 2:00 pm IST.' */
export function sanctionSentence({ kind, ends_at }: { kind: string; ends_at: string | null }): string {
  const sentence = SENTENCES[kind as SanctionKind] ?? t.youMayOnlyRead
  return sentence(ends_at ? t.until(formatMoment(ends_at)) : '')
}

/** What the member may still do. */
export function stillPossible(kind: string): string {
  return STILL_POSSIBLE[kind as SanctionKind] ?? t.readingAndYourOwnLists
}

/** The reason in the page's language. */
export function reasonOf({ reason }: Pick<Sanction, 'reason'>): string {
  return LANGUAGE === 'hi' ? reason.hi : reason.en
}
