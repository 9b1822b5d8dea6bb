// Parses the payload of a join.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'

const BINDINGS = 100

const joinPayload = z.object({
  access_token: z.string().nullish(),
  config: z
    .object({
      broadcast: z
        .object({
          ack: z.boolean().nullish(),
          self: z.boolean().nullish(),
          replication_ready: z.boolean().nullish(),
        })
        .nullish(),
      presence: z.object({ key: z.string().max(255).nullish(), enabled: z.boolean().nullish() }).nullish(),
      postgres_changes: z
        .array(
          z.object({
            event: z.string(),
            schema: z.string().nullish(),
            table: z.string().nullish(),
            filter: z.string().max(2_048).nullish(),
            select: z.array(z.string()).max(100).nullish(),
          }),
        )
        .max(BINDINGS)
        .nullish(),
      private: z.boolean().nullish(),
      postgres_changes_options: z.object({ wait: z.boolean().nullish() }).nullish(),
    })
    .nullish(),
})

/** @returns null for an invalid payload */
export function readJoin(payload: unknown) {
  const { success, data } = joinPayload.safeParse(payload ?? {})
  if (!success) return null
  const {
    broadcast,
    presence,
    postgres_changes,
    private: isPrivate,
    postgres_changes_options,
  } = data.config ?? {}
  return {
    accessToken: data.access_token || null,
    isPrivate: isPrivate ?? false,
    ack: broadcast?.ack ?? false,
    self: broadcast?.self ?? false,
    /** Requests a notice when broadcasts from the database can arrive. */
    asksReadiness: broadcast?.replication_ready ?? false,
    presenceKey: presence?.key || randomUUID(),
    presenceEnabled: presence?.enabled ?? false,
    changes: (postgres_changes ?? []).map(({ event, schema, table, filter, select }) => ({
      event,
      ...(schema ? { schema } : {}),
      ...(table ? { table } : {}),
      ...(filter ? { filter } : {}),
      ...(select ? { select } : {}),
    })),
    /** Refuses the join if a table cannot be subscribed to, instead of reporting it afterwards. */
    waits: postgres_changes_options?.wait ?? false,
  }
}

export type JoinRequest = NonNullable<ReturnType<typeof readJoin>>
