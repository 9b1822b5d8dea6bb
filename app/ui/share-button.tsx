// Copies an address of this site and confirms it.
import { copyText } from './clipboard.ts'
import { toast, toastFailure } from './feedback/toast.ts'
import { ActionButton } from './forms/action-button.tsx'

type ShareButtonProps = {
  path: string
  label?: string
  /** What is shared, where a page has several such buttons: 'reply by asha'. */
  of?: string
  /** The label is visible on phones too. */
  spelled?: boolean
}

/** `path` is the address within the site; the copied address is absolute. */
export function ShareButton({ path, label = 'Share', of, spelled = false }: ShareButtonProps) {
  const share = async () => {
    const address = new URL(path, window.location.href).href
    if (await copyText(address)) toast({ title: 'Link copied!' })
    else toastFailure('The link could not be copied', address)
  }
  return (
    <ActionButton
      icon="share"
      label={label}
      aria-label={of && `${label} ${of}`}
      spelled={spelled}
      onClick={() => void share()}
    />
  )
}
