// The field that searches a discussion: a plain form, so it works without JavaScript. The search cuts what is too long.

export function FindInThread({ thread }: { thread: { id: string } }) {
  return (
    <form action="/search" className="find-in-thread">
      <input type="hidden" name="thread" value={thread.id} />
      <input
        type="search"
        name="q"
        required
        enterKeyHint="search"
        aria-label="Search this discussion"
        placeholder="Search this discussion"
      />
    </form>
  )
}
