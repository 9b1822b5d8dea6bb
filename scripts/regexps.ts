// `node scripts/regexps.ts`, a part of `npm run check`: regular expressions take time that is linear in their text. One that
// does not, or is put together at run time, has a comment `// Bounded: …` in front of it with the reason why it may.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'
import { analyse } from 'scslre'

/** Code that runs on the server; pages run on both sides. */
const FILES = '{api,app,server,shared}/**/*.{ts,tsx}'
const TESTS = /\.test\.tsx?$/
const EXCEPTION = /^\s*(?:\{?\/\*|\/\/) Bounded: \S/

export type Problem = { file: string; line: number; expression: string; reason: string }

/** The expressions of a TypeScript file that need an exception and have none. */
export function problemsOf(file: string, source: string): Problem[] {
  const bytes = Buffer.from(source)
  const lines = source.split('\n')
  // Positions are of UTF-8 bytes, and continue those of files that were parsed before.
  const start = parseSync('', { syntax: 'typescript' }).span.end
  const tree = parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x') })
  const found: Problem[] = []
  const visit = (node: unknown): void => {
    if (!isNode(node)) return
    const reason = reasonOf(node)
    if (reason !== null) {
      const { start: from, end } = node.span as { start: number; end: number }
      const line = bytes
        .subarray(0, from - start)
        .toString()
        .split('\n').length
      if (!isExcepted(lines, line)) {
        found.push({ file, line, expression: bytes.subarray(from - start, end - start).toString(), reason })
      }
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(tree.body)
  return found
}

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Why a node is an expression that may take long; null for all others. */
function reasonOf(node: Node): string | null {
  if (node.type === 'NewExpression' && isNode(node.callee) && node.callee.value === 'RegExp')
    return 'is put together at run time'
  if (node.type !== 'RegExpLiteral') return null
  const { reports } = analyse({ source: String(node.pattern), flags: String(node.flags) })
  if (reports.length === 0) return null
  return reports.some(({ exponential }) => exponential)
    ? 'takes exponential time'
    : 'takes quadratic time or more'
}

/** Whether the line, or one of the comments in front of it, names a bound. */
function isExcepted(lines: readonly string[], line: number): boolean {
  for (let at = line - 2; /^\s*(?:\/\/|\{?\/\*)/.test(lines[at] ?? ''); at -= 1) {
    if (EXCEPTION.test(lines[at] ?? '')) return true
  }
  return false
}

/** All problems of the repository. */
export function findProblems(root: string): Problem[] {
  return globSync(FILES, { cwd: root })
    .filter((file) => !TESTS.test(file))
    .toSorted()
    .flatMap((file) => problemsOf(file, readFileSync(join(root, file), 'utf8')))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = findProblems(join(import.meta.dirname, '..'))
  for (const { file, line, expression, reason } of problems)
    console.error(
      `${file}:${line} ${expression} ${reason}. Scan the text once, or say in a comment in front of it: // Bounded: …`,
    )
  process.exit(problems.length > 0 ? 1 : 0)
}
