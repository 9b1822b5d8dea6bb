// Shares an address of this site: copies it, and leads to the apps of the system.

import * as t from '#words/ui.ts'
import { copyText } from './clipboard.ts'
import { toast, toastFailure } from './feedback/toast.ts'
import { ActionButton } from './forms/action-button.tsx'

type ShareButtonProps = {
  path: string
  label?: string
  /** What is shared, where a page has several such buttons: 'reply by asha'. Then only the icon is visible. */
  of?: string
  /** The label is visible on phones too. */
  spelled?: boolean
}

/**
 * Copies an address; where the system has a list of apps to send it to, the message about it opens that.
 * @param path the address within the site; what is copied is absolute, and its words can be read
 */
export async function shareAddress(path: string): Promise<void> {
  // A title in Hindi is to be read where the link is pasted: encoded, each letter takes nine characters.
  const address = decodeURI(new URL(path, window.location.href).href)
  if (!(await copyText(address))) return toastFailure(t.theLinkCouldNotBe, address)
  // Whoever closes the list has changed their mind.
  const send = () => void navigator.share({ url: address }).catch(() => undefined)
  toast({
    title: t.linkCopied,
    // Not every browser has it, whatever the types say.
    ...('share' in navigator ? { action: { label: t.sendTo, onClick: send } } : {}),
  })
}

export function ShareButton({ path, label = t.share, of, spelled = false }: ShareButtonProps) {
  return (
    <ActionButton
      icon="share"
      label={label}
      aria-label={of && t.labelOf(label, of)}
      spelled={spelled}
      terse={of !== undefined}
      onClick={() => void shareAddress(path)}
    />
  )
}
