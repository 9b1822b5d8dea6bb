// What a post says about who wrote it: that they are invented, or what was verified of them.
import { isSample } from '#shared/sample.ts'

type Expert = {
  speciality: string
  verified_at: string | null
  registration_number: string | null
  is_sample: boolean
}
type Writer = { id: string; username: string; user_level: string; full_name?: string | null; expert?: Expert }

/**
 * The line beside the name, empty if there is nothing to say. A registered person has name and number on every post,
 * which SEBI's circular of 26 February 2026 asks of them. An application that waits, which its own member can read, is
 * nothing yet.
 */
export function writerFacts(author: Writer): { details: string; isVerified: boolean } {
  const { expert, user_level } = author
  if (isSample(author.id) || expert?.is_sample)
    return { details: expert ? `Sample: ${expert.speciality}` : 'Sample member', isVerified: false }
  if (!expert?.verified_at || user_level === 'Banned') return { details: '', isVerified: false }
  const { speciality, registration_number: number } = expert
  const registered = number ? ` · ${author.full_name || author.username}, ${number}` : ''
  return { details: `Verified: ${speciality}${registered}`, isVerified: true }
}
