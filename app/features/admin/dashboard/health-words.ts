// The server's health in words. Only measured values are called good.
import { count, formatNumber } from '#shared/format.ts'
import * as t from '#words/admin.ts'
import type { MeasuredHealth } from './queries.ts'

export type HealthLine = { part: string; word: string; detail: string; isGood: boolean }

/** Slower responses are noticeable. */
const SLOW_ANSWER_MS = 1_500
const GIB = 1024 ** 3

/** One line for each part. @param measured null: the server did not answer */
export function healthLines(measured: MeasuredHealth | null): HealthLine[] {
  if (!measured) {
    return [
      { part: 'Database', word: 'Unknown', detail: t.theServerDoesNotAnswer, isGood: false },
      { part: 'Storage', word: 'Unknown', detail: t.theServerDoesNotAnswer, isGood: false },
      { part: 'API', word: 'Offline', detail: t.noAnswer, isGood: false },
    ]
  }
  const { health, milliseconds } = measured
  const isQuick = milliseconds < SLOW_ANSWER_MS
  const api = {
    part: 'API',
    word: isQuick ? 'Online' : 'Slow',
    detail: t.answeredIn(took(milliseconds), health ? t.upFor(duration(health.api.uptimeSeconds)) : ''),
    isGood: isQuick,
  }
  if (!health) {
    return [
      { part: 'Database', word: 'Down', detail: t.noAnswer, isGood: false },
      { part: 'Storage', word: 'Unknown', detail: t.notMeasured, isGood: false },
      api,
    ]
  }
  const { database, storage } = health
  const free = storage.freeBytes === null ? '' : `${gibibytes(storage.freeBytes)} free`
  const written = storage.milliseconds === null ? '' : `written in ${took(storage.milliseconds)}`
  return [
    {
      part: 'Database',
      word: database.state,
      detail: database.milliseconds === null ? t.noAnswer : t.answeredIn2(took(database.milliseconds)),
      isGood: database.state === 'Healthy',
    },
    {
      part: 'Storage',
      word: storage.state,
      detail: [free, written].filter(Boolean).join(', ') || t.aFileCouldNotBe,
      isGood: storage.state === 'Normal',
    },
    api,
    ...(health.redis ? [redisLine(health.redis)] : []),
    ...(health.backup ? [backupLine(health.backup)] : []),
    ...(health.walArchive ? [walArchiveLine(health.walArchive)] : []),
    ...(health.mail ? [mailLine(health.mail)] : []),
    ...(health.push ? [pushLine(health.push)] : []),
  ]
}

function redisLine({ state }: { state: string }): HealthLine {
  const isGood = state === 'Healthy'
  const without = t.messagesUseTheDatabaseEach
  return { part: 'Redis', word: state, detail: isGood ? 'Connected' : without, isGood }
}

type Health = NonNullable<MeasuredHealth['health']>

const since = (at: string | null) =>
  at === null ? '' : `${duration((Date.now() - Date.parse(at)) / 1_000)} ago`

function walArchiveLine({ state, at, waitingBytes }: NonNullable<Health['walArchive']>): HealthLine {
  const waiting = waitingBytes > 0 ? `${mebibytes(waitingBytes)} waiting` : ''
  return {
    part: t.logArchive,
    word: state,
    detail: [since(at), waiting].filter(Boolean).join(', ') || t.nothingArchivedYet,
    isGood: state === 'Archived',
  }
}

function mailLine({ refused, complained }: NonNullable<Health['mail']>): HealthLine {
  const paused = refused + complained
  return {
    part: 'Mail',
    word: paused === 0 ? 'Accepted' : 'Refused',
    detail:
      paused === 0
        ? t.noMembersAddressRefusesIt
        : t.pausedForRefusedComplained(
            count(paused, 'member', 'members'),
            formatNumber(refused),
            formatNumber(complained),
          ),
    // A few addresses are given up in every community.
    isGood: complained === 0,
  }
}

function pushLine({ devices, delayed }: NonNullable<Health['push']>): HealthLine {
  return {
    part: 'Push',
    word: delayed === 0 ? 'Sent' : 'Delayed',
    detail:
      delayed === 0
        ? `On ${count(devices, 'device', 'devices')}`
        : `${count(delayed, 'message was', 'messages were')} not taken: push.send_failed in the log has the reason`,
    isGood: delayed === 0,
  }
}

function backupLine({ state, at, bytes }: NonNullable<Health['backup']>): HealthLine {
  const size = bytes === null ? '' : mebibytes(bytes)
  return {
    part: 'Backup',
    word: state,
    detail: [since(at), size].filter(Boolean).join(', ') || t.runNpmRunBackup,
    isGood: state === 'Made',
  }
}

function took(milliseconds: number): string {
  return `${milliseconds < 10 ? milliseconds : formatNumber(Math.round(milliseconds))} ms`
}

function gibibytes(bytes: number): string {
  return `${formatNumber(Math.floor((bytes / GIB) * 10) / 10)} GB`
}

function mebibytes(bytes: number): string {
  return `${formatNumber(Math.ceil(bytes / 1024 ** 2))} MB`
}

function duration(seconds: number): string {
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 48 * 3_600) return `${Math.floor(seconds / 3_600)} h`
  return `${formatNumber(Math.floor(seconds / 86_400))} days`
}
