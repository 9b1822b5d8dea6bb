// Secrets from files: for a secret setting NAME, NAME_FILE may hold the path of a file with its value, as container
// engines and systemd hand secrets over.
import { readFileSync, statSync } from 'node:fs'
import type { z } from 'zod'
import { trimEnd } from '../shared/trim.ts'

/** The names of the secret settings of `shape`. */
export function secretNames(shape: Readonly<Record<string, z.ZodType>>): string[] {
  return Object.keys(shape).filter((name) => shape[name]?.meta()?.secret === true)
}

const OTHERS_READ = 0o004

/**
 * Replaces each NAME_FILE by NAME with the file's content, without its trailing line breaks.
 * @param names the secret settings
 * @returns the settings; `mistakes` that a start must refuse, and `warnings`, one line each
 */
export function withSecretFiles(env: Readonly<Record<string, string | undefined>>, names: readonly string[]) {
  const values = { ...env }
  const mistakes: string[] = []
  const warnings: string[] = []
  for (const name of names) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) {
      mistakes.push(`${name} and ${name}_FILE are both given; keep one of them`)
      continue
    }
    try {
      values[name] = trimEnd(readFileSync(path, 'utf8'), '\r\n')
      if (values[name] === '') mistakes.push(`${name}_FILE names an empty file (${path})`)
      if (statSync(path).mode & OTHERS_READ) {
        warnings.push(`${name}_FILE can be read by every user of this machine; chmod 600 ${path}`)
      }
    } catch (error) {
      mistakes.push(`${name}_FILE cannot be read: ${(error as Error).message}`)
    }
  }
  return { values, mistakes, warnings }
}
