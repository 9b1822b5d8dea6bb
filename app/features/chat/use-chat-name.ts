// The name that a guest, or a member who writes anonymously, chose: remembered by this browser.
import { useEffect, useState } from 'react'
import { keepItem, localStore } from '#app/platform/browser/browser-storage.ts'

const KEY = 'chat-name'

export function useChatName(): [remembered: string, remember: (name: string) => void, forget: () => void] {
  const [name, setName] = useState('')
  useEffect(() => {
    setName(localStore().getItem(KEY) ?? '')
  }, [])
  const remember = (chosen: string) => {
    setName(chosen)
    // Without room it holds until the page is closed.
    keepItem(localStore(), KEY, chosen)
  }
  const forget = () => {
    setName('')
    keepItem(localStore(), KEY, null)
  }
  return [name, remember, forget]
}
