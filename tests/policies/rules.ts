// The whole permission table. docs/permissions.md is made from it, and the test beside it tries every cell.
import type { Rule } from './rule.ts'
import { forumRules } from './rules-forum.ts'
import { historyRules } from './rules-history.ts'
import { notebookRules } from './rules-notebook.ts'
import { peopleRules } from './rules-people.ts'
import { siteRules } from './rules-site.ts'
import { tagRules } from './rules-tags.ts'

export const RULES: readonly Rule[] = [
  ...peopleRules,
  ...forumRules,
  ...historyRules,
  ...notebookRules,
  ...siteRules,
  ...tagRules,
]
