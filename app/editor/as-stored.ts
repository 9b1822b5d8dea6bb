// What a text will look like: the server answers with the HTML that it would store (server/content/preview-routes.ts). The
// editor's own HTML has no rendered formulas, and keeps what the server removes.
import { memberFetch } from '#app/platform/supabase/member-fetch.ts'
import { PREVIEW_PATH } from '#shared/preview.ts'

/** @throws if the site cannot be reached or refuses the text; the message of a refusal is its own */
export async function asStored(html: string): Promise<string> {
  const answer = await memberFetch(PREVIEW_PATH, { method: 'POST', body: JSON.stringify({ html }) })
  const body: { html?: string; message?: string } = await answer.json().catch(() => ({}))
  if (answer.ok && body.html !== undefined) return body.html
  throw new Error(body.message ?? 'The preview could not be loaded.')
}

/** By TeX: a formula that is typed again, or undone and redone, is not asked for again. */
const rendered = new Map<string, Promise<string | null>>()
let waiting: { tex: string; resolve: (mathml: string | null) => void }[] = []

/** @returns the formula as MathML, within a line; null if the server does not know it or cannot be reached */
export function renderedFormula(tex: string): Promise<string | null> {
  const known = rendered.get(tex)
  if (known) return known
  const asked = new Promise<string | null>((resolve) => {
    waiting.push({ tex, resolve })
    // All formulas of a text that is opened, in one request.
    if (waiting.length === 1) setTimeout(() => void askForAll())
  })
  rendered.set(tex, asked)
  return asked
}

async function askForAll(): Promise<void> {
  const asked = waiting
  waiting = []
  const holder = document.createElement('div')
  for (const { tex } of asked) {
    const formula = document.createElement('span')
    formula.setAttribute('data-tex', tex)
    // Alone in its paragraph it would be large.
    const line = document.createElement('p')
    line.append('.', formula)
    holder.append(line)
  }
  const html = await asStored(holder.innerHTML).catch(() => null)
  const { body } = new DOMParser().parseFromString(html ?? '', 'text/html')
  asked.forEach(({ tex, resolve }, index) => {
    const mathml = body.children[index]?.querySelector('math')?.outerHTML ?? null
    // Asked for again when the connection is back.
    if (html === null) rendered.delete(tex)
    resolve(mathml)
  })
}
