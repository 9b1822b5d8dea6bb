// The memory for answers: one is bounded by its asker, and those that nobody has read yet are bounded over all askers.
// What a request will answer is judged by what its plan answered last, before the database is asked.
import { maxResponseBytes } from '../database/scope.ts'
import { hasRoomFor, isLarge } from '../http/response-timeout.ts'
import type { Viewer } from '../viewer.ts'
import { answerError, busyError } from './errors.ts'
import type { PlannedRequest } from './planned-request.ts'

/** Size of the last answer to a request, as long as its plan is cached. */
const lastBytes = new WeakMap<PlannedRequest, number>()

export function responseBudget(planned: PlannedRequest, viewer: Viewer) {
  const last = () => lastBytes.get(planned) ?? 0
  /** @throws RestError */
  const assertRoom = (bytes: number) => {
    if (viewer.role === 'anon' && !hasRoomFor(bytes)) throw busyError()
  }
  return {
    isHeavy: () => isLarge(last()),
    /** @throws RestError */
    onStart: () => assertRoom(last()),
    /** @throws RestError */
    accept: (bytes: number) => {
      const most = maxResponseBytes(viewer)
      // Only the output of a custom aggregate can be larger.
      if (most !== null && bytes > most) throw answerError(most)
      lastBytes.set(planned, bytes)
      assertRoom(bytes)
    },
  }
}
