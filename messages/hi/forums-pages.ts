import type { Part } from '../rich.ts'

export const home = 'होम'
export const forums = 'फ़ोरम'
export const aboutThisDiscussion = 'इस चर्चा के बारे में'
export const reply = 'जवाब'
export const replies = 'जवाब'
export const facts = (category: Part, replies: Part) => `${category}, ${replies}।`
