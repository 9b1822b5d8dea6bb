// What a post says about who wrote it: that they are invented, or what was verified of them. The server says it, so that
// the rule costs a reader's browser nothing.
import { specialityName } from '#shared/article-words.ts'
import { isSample } from '#shared/sample.ts'
import * as t from '#words/threads.ts'

type Expert = {
  speciality: string
  verified_at: string | null
  registration_number: string | null
  is_sample: boolean
}
export type Writer = {
  id: string
  username: string
  user_level: string
  full_name: string | null
  expert: Expert | null
}

/**
 * The line beside the name, `facts`; nothing where there is nothing to say. A registered person has name and number on every post,
 * which SEBI's circular of 26 February 2026 asks of them. An application that waits, which its own member can read, is
 * nothing yet.
 */
export function writerFacts(author: Writer): { facts?: string; is_verified?: true } {
  const { expert, user_level } = author
  if (isSample(author.id) || expert?.is_sample)
    return { facts: expert ? t.sample(specialityName(expert.speciality)) : t.sampleMember }
  if (!expert?.verified_at || user_level === 'Banned') return {}
  const { speciality, registration_number: number } = expert
  const registered = number ? ` · ${author.full_name || author.username}, ${number}` : ''
  return { facts: `${t.verified(specialityName(speciality))}${registered}`, is_verified: true }
}
