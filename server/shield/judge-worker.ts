// The worker of shield.ts: judges long texts beside the main thread.
import { createJudge, type Judge, type Verdict } from '../../shared/shield/judge.ts'
import type { ShieldRule } from '../../shared/shield/rule.ts'

let known: { key: string; judge: Judge } | null = null

export default function judge({ text, rules }: { text: string; rules: readonly ShieldRule[] }): Verdict {
  const key = JSON.stringify(rules)
  if (known?.key !== key) known = { key, judge: createJudge(rules) }
  return known.judge(text)
}
