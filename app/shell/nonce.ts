// The mark of the inline scripts that a rendering writes itself (server/pages/policy.ts). There is none in the browser.
import { createContext } from 'react'

export const Nonce = createContext<string | undefined>(undefined)
