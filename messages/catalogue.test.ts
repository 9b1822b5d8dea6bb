// Each language has what English has: the same names, and in each sentence the same parts.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isValidElement, type ReactElement, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../shared/languages.ts'

type Messages = Record<string, unknown>

const load = async (language: string, part: string) =>
  (await import(join(import.meta.dirname, language, part))) as Messages

const partsOf = (language: string) => readdirSync(join(import.meta.dirname, language)).sort()

/** Stands for a parameter, whether the sentence inserts it, puts it beside its words or calls it with some of them. */
const mark = (name: string) =>
  Object.assign((text: string) => `{${name}}${text}`, { toString: () => `{${name}}` })

function textOf(node: ReactNode | ((text: string) => string)): string {
  if (Array.isArray(node)) return node.map(textOf).join('')
  if (isValidElement(node)) return textOf((node as ReactElement<{ children: ReactNode }>).props.children)
  return String(node)
}

/** The parameters of a message, and those that are in its sentence. */
function parametersOf(message: (...given: unknown[]) => ReactNode): { named: string[]; said: string[] } {
  const named = (/^(?:function\s*\w*)?\(([^)]*)\)/.exec(message.toString())?.[1] ?? '').match(/\w+/g) ?? []
  const said = textOf(message(...named.map(mark)))
  return { named, said: named.filter((name) => said.includes(`{${name}}`)) }
}

/** Sentences with a parameter that is English in all languages, and that others leave out. */
const WITH_ENGLISH = ['failedTo']

const OTHERS = Object.keys(LANGUAGES).filter((one) => one !== 'en' && one !== 'xx')

test.each(OTHERS)('%s has all parts of the catalogue and no others', (language) => {
  expect(partsOf(language)).toEqual(partsOf('en'))
})

test.each(OTHERS.flatMap((language) => partsOf('en').map((part) => [language, part] as const)))(
  '%s/%s has the messages of English, with the same parts in each',
  async (language, part) => {
    const [english, other] = await Promise.all([load('en', part), load(language, part)])
    expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort())
    for (const [name, message] of Object.entries(english)) {
      const own = other[name]
      expect(typeof own, name).toBe(typeof message)
      if (
        typeof message === 'function' &&
        typeof own === 'function' &&
        part !== 'format.ts' &&
        !WITH_ENGLISH.includes(name)
      )
        expect(parametersOf(own as never), name).toEqual(parametersOf(message as never))
      if (typeof message === 'string') expect(String(own).trim(), name).not.toBe('')
    }
  },
)

/** What the database raises for administrators alone, whose pages are in English. */
const OF_ADMINISTRATION =
  /admin (?:role|link)|ban yourself|log is append-only|still has discussions|This member does not exist|such list to export|answered this message already|No guest wrote this message|say why in 3|refuse or hold|This post does not exist|decided on this post|about another post|sealed copy/

test.each(OTHERS)('%s has a sentence for all that the database refuses', async (language) => {
  const { refusals } = (await load(language, 'refusals.ts')) as { refusals: Record<string, string> }
  const schema = globSync('supabase/schemas/*.sql').map((file) => readFileSync(file, 'utf8'))
  const raised = schema.flatMap((sql) =>
    [...sql.matchAll(/message = (?:format\()?'((?:[^']|'')+)'/g)].map(([, text = '']) =>
      text.replaceAll("''", "'"),
    ),
  )
  expect(raised.length).toBeGreaterThan(30)
  const missing = raised.filter((text) => !(text in refusals) && !OF_ADMINISTRATION.test(text))
  expect([...new Set(missing)]).toEqual(['new row for relation "%s" violates check constraint "%s"'])
})

test.each(OTHERS)(
  '%s says what a trigger raises for a constraint as it says the constraint',
  async (language) => {
    const { refusals } = (await load(language, 'refusals.ts')) as { refusals: Record<string, string> }
    const [english, other] = await Promise.all([
      load('en', 'constraints.ts'),
      load(language, 'constraints.ts'),
    ])
    const raised = Object.entries(english).filter(([, text]) => typeof text === 'string' && text in refusals)
    expect(raised.length).toBeGreaterThan(0)
    for (const [name, text] of raised) expect(refusals[text as string], name).toBe(other[name])
  },
)

/** The parts that messages/by-language.ts has for mails and pages of the server. */
const OF_THE_SERVER = ['account-mails.ts', 'mails.ts', 'feeds.ts', 'plain-pages.ts']

test('each message is said somewhere', () => {
  const said = new Map<string, Set<string>>()
  for (const file of globSync('{app,server,shared}/**/*.{ts,tsx}')) {
    const source = readFileSync(file, 'utf8')
    for (const [, alias, part = ''] of source.matchAll(/import \* as (\w+) from '#words\/([\w-]+\.ts)'/g)) {
      const names = said.get(part) ?? said.set(part, new Set()).get(part)
      // Bounded: a name of an import, and one run of letters.
      for (const [, name = ''] of source.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g'))) names?.add(name)
    }
  }
  // The server has all languages at once, and says them by a parameter.
  for (const file of globSync('{api,server}/**/*.ts')) {
    const source = readFileSync(file, 'utf8')
    if (!/by-language\.ts'|\bTelling\b/.test(source)) continue
    for (const part of OF_THE_SERVER) {
      const names = said.get(part) ?? said.set(part, new Set()).get(part)
      for (const [, name = ''] of source.matchAll(/\b(?:t|mails|feeds|plainPages)\.(\w+)/g)) names?.add(name)
    }
  }
  const wording = readFileSync('shared/notification-wording.ts', 'utf8')
  for (const [, name = ''] of wording.matchAll(/\bt\.(\w+)/g)) said.get('notification-wording.ts')?.add(name)
  const unsaid = partsOf('en')
    // Imported by name.
    .filter((part) => part !== 'language.ts' && part !== 'refusals.ts')
    .flatMap((part) => {
      const source = readFileSync(join(import.meta.dirname, 'en', part), 'utf8')
      const names = [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = '']) => name)
      return names.filter((name) => !said.get(part)?.has(name)).map((name) => `${part}: ${name}`)
    })
  expect(unsaid).toEqual([])
})
