// The whole permission table. docs/permissions.md is generated from it, and permissions.test.ts checks every cell.
import type { Rule } from './rule.ts'
import { articleRules, newsletterRules } from './rules-articles.ts'
import { chatRules } from './rules-chat.ts'
import { exportRules } from './rules-exports.ts'
import { historyRules } from './rules-history.ts'
import { notebookRules } from './rules-notebook.ts'
import { peopleRules } from './rules-people.ts'
import { pollRules } from './rules-polls.ts'
import { reactionRules } from './rules-reactions.ts'
import { recordRules } from './rules-records.ts'
import { replyRules } from './rules-replies.ts'
import { reportRules } from './rules-reports.ts'
import { sanctionRules } from './rules-sanctions.ts'
import { searchRules } from './rules-search.ts'
import { shieldRules } from './rules-shield.ts'
import { tagRules } from './rules-tags.ts'
import { categoryRules, deletedThreadRules, guideRules, threadRules } from './rules-threads.ts'
import { wikiRules } from './rules-wikis.ts'

export const RULES: readonly Rule[] = [
  ...peopleRules,
  ...categoryRules,
  ...guideRules,
  ...threadRules,
  ...replyRules,
  ...reactionRules,
  ...deletedThreadRules,
  ...historyRules,
  ...wikiRules,
  ...notebookRules,
  ...pollRules,
  ...articleRules,
  ...newsletterRules,
  ...chatRules,
  ...reportRules,
  ...recordRules,
  ...sanctionRules,
  ...exportRules,
  ...tagRules,
  ...searchRules,
  ...shieldRules,
]
