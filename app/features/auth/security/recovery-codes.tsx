// The recovery codes, shown this once.
import { Copy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { copyText } from '#app/ui/clipboard.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const copy = async () => {
    const isCopied = await copyText(codes.map(inGroups).join('\n'))
    toast(
      isCopied
        ? { title: 'Recovery codes copied' }
        : { title: 'Not copied', text: 'Your browser does not allow it here.', variant: 'destructive' },
    )
  }
  return (
    <div ref={box} tabIndex={-1} className="mb-4 max-w-md rounded-control bg-raised p-4">
      <p className="text-15">
        Each of these signs you in once when your phone is lost. They are shown only now: print them, or keep
        them in a password manager.
      </p>
      <ul className="my-3 grid grid-cols-1 gap-x-6 gap-y-1 font-mono text-15 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{inGroups(code)}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy size={16} aria-hidden />
          Copy
        </Button>
        <Button variant="secondary" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  )
}

/** As people copy signs: four at a time. */
function inGroups(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}
