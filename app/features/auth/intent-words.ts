// Says at sign-in what a guest was about to do, and that it is done right after.
import { useEffect, useState } from 'react'
import { type Verb, waitingVerb } from '#app/platform/session/intent.ts'

const WORDS: Readonly<Record<Verb, string>> = {
  upvote: 'Your upvote is cast as soon as you are signed in.',
  reply: 'The editor for your reply opens as soon as you are signed in.',
  bookmark: 'Your bookmark is kept as soon as you are signed in.',
  follow: 'You follow this member as soon as you are signed in.',
  report: 'You can report the post as soon as you are signed in.',
}

/** The line below the heading; `otherwise` while nothing waits, and on the server. */
export function useIntentWords(otherwise: string): string {
  const [words, setWords] = useState(otherwise)
  useEffect(() => {
    const verb = waitingVerb()
    setWords(verb ? WORDS[verb] : otherwise)
  }, [otherwise])
  return words
}
