// What scripts/lean takes out of libraries was judged against these very files, and against pages that need none of it.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asModule } from './commonjs.ts'
import { STAND_INS } from './lean-libraries.ts'
import { replaceBodies, UNUSED, unusedIn } from './left-out.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, 'node_modules', file), 'utf8')

const JUDGED: Readonly<Record<string, string>> = {
  'lucide-react/dist/esm/createLucideIcon.mjs': '3070fff3144c393e',
  'react-dom/cjs/react-dom-client.production.js': 'a319b413b7a19ee3',
  'react-router/dist/production/lib/dom/lib.js': '3fa62403d02a7d3b',
  'react-router/dist/production/lib/dom/ssr/components.js': 'c558f81af80558a3',
  'react-router/dist/production/lib/dom/ssr/fog-of-war.js': 'eb9a6c534f1fb499',
  'react-router/dist/production/lib/dom/ssr/routes.js': 'a61893177d6a9f78',
  'react-router/dist/production/lib/dom/ssr/single-fetch.js': 'b48e0bfc41893af7',
  'react-router/dist/production/lib/errors.js': '5f601b5f35fdc5e1',
  'react-router/dist/production/lib/hooks.js': '815f4e1a09bdb3f2',
  'react-router/dist/production/lib/router/instrumentation.js': '80f3af8400627f5f',
  'react-router/dist/production/lib/router/router.js': 'c57a8a443062a135',
}

const files = [...new Set([...STAND_INS, ...UNUSED].map(({ file }) => file))].sort()

test('every file that is touched has been judged', () => {
  expect(Object.keys(JUDGED).sort()).toEqual(files)
})

test.each(files)('%s is what was judged: where a release changed it, judge it again', (file) => {
  expect(createHash('sha256').update(read(file)).digest('hex').slice(0, 16)).toBe(JUDGED[file])
})

test.each(STAND_INS)('$by has all names of $file', ({ file, by }) => {
  const names = (code: string) =>
    [...code.matchAll(/export (?:const|function|class) (\w+)|export \{([^}]*)\}/g)]
      .flatMap(([, one, list]) => one ?? list?.split(',').map((name) => name.replace(/.* as /, '').trim()))
      .filter((name) => name && name !== 'default')
      .sort()
  const code = readFileSync(join(import.meta.dirname, by), 'utf8')
  expect(names(code)).toEqual(names(read(file)))
})

const PAGES = readdirSync(join(ROOT, 'app'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
  .map((name) => join(ROOT, 'app', name))

test.each([
  ['loads what a link leads to before it is pressed', /\bprefetch=/],
  [
    'sends a form to a route',
    /<Form\b[^>]*\b(method="(?!get)|navigate=)|\bsubmit\([^)]*\b(method|navigate):/,
  ],
  ['has an action', /export (async )?(function|const) (action|clientAction)\b/],
  ['has middleware', /export const (middleware|clientMiddleware)\b/],
  ['has a ref on a fragment', /<(React\.)?Fragment\b[^>]*\bref=/],
])('no page %s: scripts/lean/left-out.ts', (_what, pattern) => {
  expect(PAGES.filter((file) => pattern.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('a function that is left out keeps its name alone, and nothing is put on it', () => {
  const code =
    'function kept() { gone(); }\nfunction gone() { big(); }\ngone.prototype.name = 1;\nkept.label = 2;'
  const lean = 'function kept() { gone(); }\nfunction gone() {  }\n\nkept.label = 2;'
  expect(replaceBodies(code, { gone: '' })).toBe(lean)
  expect(replaceBodies('function a() { return {} }', { a: 'return 1' })).toBe('function a() { return 1 }')
})

test('a function that a release renamed, or has twice, stops the build', () => {
  expect(() => replaceBodies('function other() {}', { gone: '' })).toThrow('wants gone')
  expect(() => replaceBodies('function gone() {}\n{ function gone() {} }', { gone: '' })).toThrow(
    'wants gone',
  )
})

test('functions of one file that belong to several features are left out together', () => {
  const router = unusedIn('react-router/dist/production/lib/router/router.js')
  expect(Object.keys(router)).toEqual(expect.arrayContaining(['fetch', 'handleAction', 'getBlocker']))
  expect(unusedIn('react-router/dist/production/lib/router/utils.js')).toEqual({})
})

const FILE = '/site/node_modules/react/cjs/react.production.js'

test('a file of React becomes a module', () => {
  const code = [
    'var Scheduler = require("scheduler"),',
    '  React = require("react"),',
    '  own = 1;',
    'exports.now = void 0;',
    'if (own) exports.now = 2;',
    'exports.use = function () { return React.memo(Scheduler.log) };',
  ].join('\n')
  expect(asModule(code, FILE)).toBe(
    [
      'import * as Scheduler from "scheduler";',
      'import * as React from "react";',
      'var',
      '  own = 1;',
      'let exported_now = void 0;',
      'if (own) exported_now = 2;',
      'const exported_use = function () { return React.memo(Scheduler.log) };',
      'export { exported_now as now, exported_use as use }',
      '',
    ].join('\n'),
  )
})

test.each([
  ['asks for another file on the way', 'function late() { return require("late") }'],
  ['gives an object of its own making', 'module.exports = {}'],
  ['hands its names over', 'assign(exports, { all: 1 })'],
  ['names one nowhere but inside', 'if (1) exports.hidden = 1'],
])('a file that %s stops the build', (_what, code) => {
  expect(() => asModule(code, FILE)).toThrow('another form')
})

test('who imports all of React by one name goes on doing so', () => {
  expect(asModule("import React, { memo } from 'react'", '/site/node_modules/sonner/index.mjs')).toBe(
    "import * as React from 'react'\nimport { memo } from 'react'",
  )
  expect(asModule("import { memo } from 'react'", '/site/node_modules/sonner/index.mjs')).toBeNull()
})
