// Findings of `npm run doctor`: one line for each check, with its remedy.
import { ConfigError } from '../../api/config.ts'

type Level = 'ok' | 'warning' | 'wrong'

/** `message` is a sentence; `remedy` says what to do, null if nothing is needed. */
export type Finding = { check: string; level: Level; message: string; remedy: string | null }

export const ok = (check: string, message: string): Finding => ({
  check,
  level: 'ok',
  message,
  remedy: null,
})
export const warning = (check: string, message: string, remedy: string): Finding => ({
  check,
  level: 'warning',
  message,
  remedy,
})
export const wrong = (check: string, message: string, remedy: string): Finding => ({
  check,
  level: 'wrong',
  message,
  remedy,
})

const WITHIN_MS = 20_000

/**
 * Runs one check. An error is a finding too: `wrong`, with `remedy`. The message of a refused start often contains the
 * remedy after its first semicolon.
 */
export async function checked(
  check: string,
  remedy: string,
  work: () => Promise<Finding[]> | Finding[],
  withinMs = WITHIN_MS,
): Promise<Finding[]> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`there was no answer within ${withinMs / 1_000} s`)),
    withinMs,
  )
  try {
    return await Promise.race([(async () => work())(), late.promise])
  } catch (error) {
    const { message, cause } = error as Error
    // The reason of a failed fetch is in its cause.
    if (!(error instanceof ConfigError)) return [wrong(check, (cause as Error)?.message || message, remedy)]
    return message.split('\n').map((line) => {
      const [said = '', ...instead] = line.split('; ')
      return wrong(check, said, instead.join('; ') || remedy)
    })
  } finally {
    clearTimeout(timer)
  }
}

const MARKS: Record<Level, string> = { ok: 'ok     ', warning: 'warning', wrong: 'WRONG  ' }

/** The findings as lines for a terminal. */
export function asText(findings: readonly Finding[]): string {
  const lines = findings.map(({ check, level, message, remedy }) => {
    const line = `${MARKS[level]}  ${check.padEnd(12)}  ${message}`
    return remedy === null ? line : `${line}\n${' '.repeat(23)}→ ${remedy}`
  })
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length
  return `${lines.join('\n')}\n\n${count('wrong')} wrong, ${count('warning')} to look at, ${count('ok')} ok\n`
}

/** Shorter values occur in sentences by chance. */
const SHORTEST_SECRET = 6

/** The findings without any of `secrets`, which messages of drivers and servers may contain. */
export function withoutSecrets(findings: readonly Finding[], secrets: readonly string[]): Finding[] {
  const longestFirst = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length)
  const clean = (text: string) => longestFirst.reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
  return findings.map((finding) => ({
    ...finding,
    message: clean(finding.message),
    remedy: finding.remedy === null ? null : clean(finding.remedy),
  }))
}
