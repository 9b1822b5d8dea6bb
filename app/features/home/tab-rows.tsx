// The discussions of a tab, with the way to all of them.
import type { ComponentProps } from 'react'
import { ThreadList } from '#app/domain/threads/thread-list.tsx'
import { Empty } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { MoreLink } from '#app/ui/panel.tsx'

type TabRowsProps = {
  threads: ComponentProps<typeof ThreadList>['threads']
  /** The address of the whole list. */
  more: string
}

export function TabRows({ threads, more }: TabRowsProps) {
  if (threads.length === 0) {
    return (
      <Empty
        title="No discussions yet"
        action={<ButtonLink to="/new-discussion">Start a discussion</ButtonLink>}
      >
        The square is still empty. Ask the question that brought you here.
      </Empty>
    )
  }
  return (
    <>
      <ThreadList threads={threads} within="site" />
      <p className="mt-3">
        <MoreLink to={more} label="See all" />
      </p>
    </>
  )
}
