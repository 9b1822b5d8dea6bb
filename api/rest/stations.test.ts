// The stations of a request (target.ts) hold only if each is the one place of what it does. The types keep the order of
// the stations; this keeps what the types cannot see.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const sources = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(join(import.meta.dirname, name), 'utf8') }))

it.each([
  ['says that a request has its target', /\bas Targeted\b/, ['target.ts']],
  ['says that a request is authorised', /\bas Authorised\b/, ['authorise.ts']],
  ['says that a body is received', /\bas Received\b/, ['receive.ts']],
  ['says that a request is planned', /\bas Planned\b/, ['plan-request.ts']],
  ['says that a request is admitted', /\bas Admitted\b/, ['admit.ts']],
  ['says that rows are clean', /\bas Cleaned\b/, ['clean.ts']],
  ['says that texts are judged', /\bas Judged\b/, ['judge.ts']],
  [
    'reads a body',
    /bounded-body|\b(?:request|raw)\.(?:text|json|arrayBuffer|blob|formData|bytes|body|clone)\b(?!:)/,
    ['receive.ts'],
  ],
  ['sanitises', /\bsanitize\(|\.clean\(/, ['clean.ts']],
  ['judges guests', /guestFilters\.admit\(/, ['rest.ts']],
  ['asks the limits', /\badmit\?\.\(/, ['admit.ts']],
  [
    'runs a statement as the caller',
    /\basViewer\b/,
    ['authorise.ts', 'guest-filters.ts', 'openapi.ts', 'run.ts'],
  ],
])('one station %s', (_, pattern, files) => {
  const found = sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name)
  expect(found).toEqual(files)
})
