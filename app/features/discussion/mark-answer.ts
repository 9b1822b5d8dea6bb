// Makes a reply the answer of its discussion, or takes that back.
import { act, choiceNotSaved } from '#app/platform/acts/act.ts'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import * as t from '#words/discussion-more.ts'

export function markAnswer(reply: string, wanted: boolean, onChanged: () => Promise<void>): Promise<boolean> {
  const write = async () => (await client()).rpc('mark_answer', { reply, is_answer: wanted }).throwOnError()
  const done = async () => {
    await onChanged()
    toast({ title: wanted ? t.markedAsTheAnswer : t.noLongerTheAnswer })
  }
  return act(`answer ${reply}`, write, { done, failed: choiceNotSaved })
}
