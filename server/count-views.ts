// Counts guests' views in groups: nearly every visit of a discussion is one, and the transaction was most of its cost.
// Members' views are counted one by one, because their sessions are checked.
import type { Database } from '../api/database/database.ts'
import { asJob } from '../api/database/scope.ts'
import { isObject } from '../api/http/untrusted-json.ts'
import type { GroupedCall } from '../api/rest/grouped-calls.ts'

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/

export function viewsByGuests(db: Database): GroupedCall {
  return {
    argument: (args) => {
      const { thread_id: id, ...others } = isObject(args) ? args : {}
      return typeof id === 'string' && UUID.test(id) && Object.keys(others).length === 0 ? id : null
    },
    execute: async (calls) => {
      const views = calls.map(({ argument, address, userAgent }) => ({
        thread_id: argument,
        address,
        browser: userAgent,
      }))
      await asJob(db, (sql) => sql`select private.count_guest_views(${sql.json(views)})`)
    },
  }
}
