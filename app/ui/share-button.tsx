// Copies an address of this site and says so.
import { copyText } from './clipboard.ts'
import { toast, toastFailure } from './feedback/toast.ts'
import { ActionButton } from './forms/action-button.tsx'

type ShareButtonProps = {
  path: string
  label?: string
  /** There is room for the word on phones too. */
  spelled?: boolean
}

/** `path` is the address within the site; what is copied is whole. */
export function ShareButton({ path, label = 'Share', spelled = false }: ShareButtonProps) {
  const share = async () => {
    const address = new URL(path, window.location.href).href
    if (await copyText(address)) toast({ title: 'Link copied!' })
    else toastFailure('The link could not be copied', address)
  }
  return <ActionButton icon="share" label={label} spelled={spelled} onClick={() => void share()} />
}
