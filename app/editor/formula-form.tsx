// A formula in the text: its TeX, which the server renders (server/content/formulas.ts), and the row under the toolbar
// that writes it. Until the server has answered, and if it cannot, the editor shows the TeX, so that no browser loads a
// typesetting library.
import { NodeSelection } from '@tiptap/pm/state'
import { type Editor, InputRule, mergeAttributes, Node } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#app/ui/forms/button.tsx'
import { FORMULA } from '#shared/limits.ts'
import * as t from '#words/editor.ts'
import { renderedFormula } from './as-stored.ts'

/** @param onSelect gets the TeX of the selected formula; null when another thing is selected */
export function createFormula(onSelect: (tex: string | null) => void) {
  return Node.create({
    name: 'formula',
    group: 'inline',
    inline: true,
    atom: true,
    addAttributes: () => ({
      tex: {
        default: '',
        parseHTML: (element: HTMLElement) => element.getAttribute('data-tex'),
        renderHTML: ({ tex }: { tex: string }) => ({ 'data-tex': tex }),
      },
    }),
    // Before the rules of what the rendered formula holds.
    parseHTML: () => [{ tag: 'span[data-tex]', priority: 100 }],
    renderHTML: ({ node, HTMLAttributes }) => [
      'span',
      mergeAttributes(HTMLAttributes, { class: 'formula' }),
      node.attrs.tex,
    ],
    addNodeView:
      () =>
      ({ node }) => {
        const dom = document.createElement('span')
        dom.className = 'formula'
        const tex = String(node.attrs.tex)
        dom.setAttribute('data-tex', tex)
        dom.textContent = tex
        void renderedFormula(tex).then((mathml) => {
          if (mathml === null) return
          // Rendered by the server; it holds no text of the member but what KaTeX escapes.
          dom.innerHTML = mathml
          dom.classList.add('rendered')
        })
        return { dom }
      },
    renderText: ({ node }) => `$$${node.attrs.tex}$$`,
    // $$x^2$$ becomes a formula with its last sign. Without blanks at its inner side, as on the server.
    addInputRules() {
      return [
        new InputRule({
          find: /(?<![$\\])\$\$(?![$\s])([^$]{0,499}[^$\s\\])\$\$$/,
          handler: ({ state, range, match }) => {
            state.tr.replaceWith(range.from, range.to, this.type.create({ tex: match[1] }))
          },
        }),
      ]
    },
    onSelectionUpdate() {
      const { selection } = this.editor.state
      const isSelected = selection instanceof NodeSelection && selection.node.type === this.type
      onSelect(isSelected ? String(selection.node.attrs.tex) : null)
    },
  })
}

const EXAMPLE = '\\frac{V_f}{V_i}'

type FormulaFormProps = {
  editor: Editor
  /** The TeX of the selected formula; empty for a new one. */
  existing: string
  onClose: () => void
}

export function FormulaForm({ editor, existing, onClose }: FormulaFormProps) {
  const [tex, setTex] = useState(existing)
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  useEffect(() => {
    // Arrow keys that pass a formula stay in the text.
    if (existing === '') field.current?.focus()
  }, [existing])

  function close() {
    onClose()
    editor.commands.focus()
  }

  function apply() {
    const written = tex.trim()
    if (written === '') return
    editor
      .chain()
      .focus()
      .insertContent({ type: 'formula', attrs: { tex: written } })
      .run()
    onClose()
  }

  // Not a <form>: forms do not nest, and this is inside the form of the post.
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.shiftKey) apply()
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="border-t border-line bg-raised px-3 py-2">
      <label htmlFor={id} className="mb-1 block text-13 font-medium">
        {t.formulaInTeX}
      </label>
      <div className="flex flex-wrap gap-2">
        <textarea
          ref={field}
          id={id}
          rows={1}
          maxLength={FORMULA.max}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={EXAMPLE}
          value={tex}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setTex(event.target.value)}
          onKeyDown={onKeyDown}
          className="min-h-11 min-w-0 flex-1 basis-36 rounded-control border border-control-line bg-surface px-3 py-2 font-mono text-16 sm:min-h-9 sm:basis-52 sm:py-1.5 sm:text-14"
        />
        <Button size="small" disabled={tex.trim() === ''} onClick={apply}>
          {existing ? t.changeFormula : t.insertFormula}
        </Button>
        <Button variant="quiet" size="small" onClick={close}>
          {t.cancelFormula}
        </Button>
      </div>
      <p id={`${id}-hint`} className="mt-1 text-13 text-muted">
        {t.orTypeX2In}
      </p>
    </div>
  )
}
