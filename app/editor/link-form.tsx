// Adds, changes or removes the link of the selection, in a row under the toolbar.
import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#app/ui/forms/button.tsx'
import { LINK_SCHEMES } from '#shared/limits.ts'
import * as t from '#words/editor.ts'

const BEGINNING = 'https://'

type LinkFormProps = { editor: Editor; open: boolean; onOpen: () => void; onClose: () => void }

/** Ctrl+K in the text opens it. */
export function LinkForm({ editor, open, onOpen, onClose }: LinkFormProps) {
  useEffect(() => {
    const surface = editor.view.dom
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      onOpen()
    }
    surface.addEventListener('keydown', onKey)
    return () => surface.removeEventListener('keydown', onKey)
  }, [editor, onOpen])
  return open ? <OpenLinkForm editor={editor} onClose={onClose} /> : null
}

function OpenLinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [existing] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const [typed, setTyped] = useState(existing)
  const [wrong, setWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => field.current?.select(), [])

  function close() {
    onClose()
    editor.commands.focus()
  }

  function apply() {
    const href = readAddress(typed)
    if (!href) return setWrong(true)
    const { empty } = editor.state.selection
    const chain = editor.chain().focus().extendMarkRange('link')
    if (empty && !existing) {
      chain
        .insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] })
        .unsetMark('link')
        .run()
    } else {
      chain.setLink({ href }).run()
    }
    close()
  }

  // Not a <form>: forms do not nest, and this is inside the form of the post.
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') apply()
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="border-t border-line bg-raised px-3 py-2">
      <label htmlFor={id} className="mb-1 block text-13 font-medium">
        {t.linkAddress}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          ref={field}
          id={id}
          type="text"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={BEGINNING}
          value={typed}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? `${id}-error` : undefined}
          onChange={(event) => {
            setTyped(event.target.value)
            setWrong(false)
          }}
          onKeyDown={onKeyDown}
          className="min-h-11 min-w-0 flex-1 basis-36 rounded-control border border-control-line bg-surface px-3 text-16 aria-invalid:border-loss sm:min-h-9 sm:basis-52 sm:text-14"
        />
        <Button size="small" onClick={apply}>
          {t.apply}
        </Button>
        {existing ? (
          <Button
            variant="secondary"
            size="small"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run()
              onClose()
            }}
          >
            {t.removeLink}
          </Button>
        ) : null}
        <Button variant="quiet" size="small" onClick={close}>
          {t.cancelLink}
        </Button>
      </div>
      {wrong ? (
        <p id={`${id}-error`} role="alert" className="mt-1 text-13 text-loss">
          {t.thatIsNotAnAddress(LINK_SCHEMES.join(', '))}
        </p>
      ) : null}
    </div>
  )
}

const SCHEME = /^([a-z][a-z0-9+.-]*):/i
const ALLOWED: readonly string[] = LINK_SCHEMES
const EMAIL = /^[^\s@/:]+@[^\s@/:][^\s@/:.]*\.[^\s@/:]+$/

/**
 * Whether the server's sanitiser keeps a link to `address`: both allow the same schemes (SPEC.md section 5). An address
 * without a scheme is within the site.
 */
export function isAllowedAddress(address: string): boolean {
  // Browsers ignore control characters and spaces within a scheme when they follow a link.
  const bare = stripped(address)
  const scheme = SCHEME.exec(bare)?.[1]
  return scheme === undefined ? !bare.startsWith('//') : ALLOWED.includes(scheme.toLowerCase())
}

/**
 * Completes a typed address: 'sebi.gov.in' becomes https, 'help@nsdl.co.in' becomes mailto.
 * @returns null for an empty address or a scheme that is not allowed
 */
export function readAddress(typed: string): string | null {
  const bare = stripped(typed)
  if (bare === '') return null
  if (EMAIL.test(bare)) return `mailto:${bare}`
  // 'example.com:8080' has a port, not a scheme.
  const hasScheme = SCHEME.test(bare) && !/^[\w.-]+\.[a-z]{2,}:\d/i.test(bare)
  const isOwn = /^[/#?]/.test(bare) && !bare.startsWith('//')
  const address = hasScheme || isOwn ? bare : `https://${bare.replace(/^\/+/, '')}`
  return isAllowedAddress(address) ? address : null
}

function stripped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/[\u0000-\u0020\u00a0\u00ad\u200b-\u200f\u2028\u2029\ufeff]/g, '')
}
