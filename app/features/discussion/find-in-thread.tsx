// The field that searches a discussion: a plain form, so it works without JavaScript. The search cuts what is too long.

import * as t from '#words/discussion.ts'

export function FindInThread({ thread }: { thread: { id: string } }) {
  return (
    <form action="/search" className="find-in-thread">
      <input type="hidden" name="thread" value={thread.id} />
      <input
        type="search"
        name="q"
        required
        enterKeyHint="search"
        aria-label={t.searchThisDiscussion}
        placeholder={t.searchThisDiscussion}
      />
    </form>
  )
}
