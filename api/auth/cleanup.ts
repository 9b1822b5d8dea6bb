// Deletes expired data of the auth schema: ended sessions, mailed links and codes, expired counters, stored
// idempotent responses, and refresh tokens used so long ago that no client can still hold a copy.
import type { Database } from '../database/database.ts'
import { asAuth } from '../database/scope.ts'
import { type Job, untilDone } from '../jobs/job.ts'
import { IDLE_DAYS } from './sessions.ts'
import { deleteExpiredSignUps } from './signup/new-account.ts'

/** Rows per kind and transaction, so that locks are short. */
const AT_MOST = 1_000
/** An ended session is kept for a day, so that late reuse of its tokens is still reported as such. */
const OVER_DAYS = 1

export function identityCleanup(db: Database): Job {
  return {
    name: 'forget old sessions',
    schedule: '*/30 * * * *',
    catchUpHours: 1,
    run: () => deleteExpiredBatch(db),
  }
}

export async function deleteExpiredIdentityData(db: Database): Promise<void> {
  await untilDone({ run: () => deleteExpiredBatch(db) })
}

function deleteExpiredBatch(db: Database): Promise<number> {
  return asAuth(db, async (sql) => {
    const gone = [
      await sql`
          delete from auth.sessions where id in (
            select id from auth.sessions
            where not_after < now() - make_interval(days => ${OVER_DAYS})
              or coalesce(refreshed_at, created_at) < now() - make_interval(days => ${IDLE_DAYS + OVER_DAYS})
            limit ${AT_MOST} for update skip locked)`,
      await sql`
          delete from auth.refresh_tokens where id in (
            select id from auth.refresh_tokens
            where revoked and updated_at < now() - make_interval(days => ${IDLE_DAYS})
            limit ${AT_MOST} for update skip locked)`,
      await sql`
          delete from auth.one_time_tokens where id in (
            select id from auth.one_time_tokens where expires_at < now()
            limit ${AT_MOST} for update skip locked)`,
      await sql`
          delete from auth.flow_state where id in (
            select id from auth.flow_state where created_at < now() - make_interval(days => ${OVER_DAYS})
            limit ${AT_MOST} for update skip locked)`,
      await sql`
          delete from auth.credential_changes where id in (
            select id from auth.credential_changes where expires_at < now()
            limit ${AT_MOST} for update skip locked)`,
      await sql`
          delete from auth.request_limits where key in (
            select key from auth.request_limits where expire < extract(epoch from now()) * 1000
            limit ${AT_MOST} for update skip locked)`,
      await sql`
          delete from auth.idempotent_answers where (user_id, key) in (
            select user_id, key from auth.idempotent_answers where claimed_at < now() - interval '1 day'
            limit ${AT_MOST} for update skip locked)`,
    ]
    const signUps = await deleteExpiredSignUps(sql, AT_MOST)
    return gone.reduce((sum, { count }) => sum + count, signUps)
  })
}
