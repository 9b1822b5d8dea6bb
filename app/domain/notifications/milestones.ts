// A post that is liked reaches one milestone after the other. The latest says it all: the earlier ones stand behind it,
// and are read and deleted with it.

type Milestone = { id: string; kind: string; reply_id: string | null }

/** What a notification is about, as far as a later one takes its place. */
export function subjectOf({ id, kind, reply_id }: Milestone, threadId: string | null): string {
  return kind === 'upvotes' ? `upvotes of ${reply_id ?? threadId ?? id}` : id
}

/** One row of the list: the latest, and the ids of all that it stands for. It is unread while one of them is. */
export type MilestoneView<One> = One & { ids: readonly string[] }

/** @param notifications the newest first */
export function latestMilestones<
  One extends Milestone & { read_at: string | null; thread: { id: string } | null },
>(notifications: readonly One[]): MilestoneView<One>[] {
  const subjects = Map.groupBy(notifications, (one) => subjectOf(one, one.thread?.id ?? null))
  return [...subjects.values()].flatMap(([latest, ...earlier]) => {
    if (!latest) return []
    const isUnread = earlier.some(({ read_at }) => read_at === null)
    return [
      {
        ...latest,
        read_at: isUnread ? null : latest.read_at,
        ids: [latest.id, ...earlier.map(({ id }) => id)],
      },
    ]
  })
}
