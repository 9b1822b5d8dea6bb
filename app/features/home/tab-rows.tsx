// The discussions of a tab, with the way to all of them.
import type { ComponentProps } from 'react'
import { ThreadList } from '#app/domain/threads/thread-list.tsx'
import { Empty } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { MoreLink } from '#app/ui/panel.tsx'
import * as t from '#words/home.ts'

type TabRowsProps = {
  threads: ComponentProps<typeof ThreadList>['threads']
  /** The address of the whole list. */
  more: string
}

export function TabRows({ threads, more }: TabRowsProps) {
  if (threads.length === 0) {
    return (
      <Empty
        title={t.noDiscussionsYet}
        action={<ButtonLink to="/new-discussion">{t.startADiscussion}</ButtonLink>}
      >
        {t.theSquareIsStillEmpty}
      </Empty>
    )
  }
  return (
    <>
      <ThreadList threads={threads} within="site" />
      <p className="mt-3">
        <MoreLink to={more} label={t.seeAll} />
      </p>
    </>
  )
}
