// What a sanction leaves, and its reason, in the words of the page's language.
import type { Sanction } from '#app/platform/session/session.ts'
import { LANGUAGE } from '#words/language.ts'
import * as t from '#words/sanctions.ts'

type SanctionKind = Sanction['kind'] | 'warning'

const STILL_POSSIBLE: Readonly<Record<SanctionKind, string>> = {
  warning: t.nothingIsForbidden,
  no_links: t.everythingButLinks,
  no_chat: t.everythingButChat,
  read_only: t.readingAndYourOwnLists,
  suspended: t.readingExportAppealClose,
  banned: t.readingExportAppealClose,
}

/** What the member may still do. */
export function stillPossible(kind: string): string {
  return STILL_POSSIBLE[kind as SanctionKind] ?? t.readingAndYourOwnLists
}

/** The reason in the page's language. */
export function reasonOf({ reason }: Pick<Sanction, 'reason'>): string {
  return LANGUAGE === 'hi' ? reason.hi : reason.en
}
