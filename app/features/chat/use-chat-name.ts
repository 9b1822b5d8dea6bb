// The name that a guest, or a member who writes anonymously, chose: remembered by this browser.
import { useEffect, useState } from 'react'

const KEY = 'chat-name'

export function useChatName(): [remembered: string, remember: (name: string) => void] {
  const [name, setName] = useState('')
  useEffect(() => {
    try {
      setName(localStorage.getItem(KEY) ?? '')
    } catch {
      // Without storage it is asked for on each visit.
    }
  }, [])
  const remember = (chosen: string) => {
    setName(chosen)
    try {
      localStorage.setItem(KEY, chosen)
    } catch {
      // It holds until the page is closed.
    }
  }
  return [name, remember]
}
