import type { Language } from '../../shared/languages.ts'

/** The language of this catalogue. */
export const LANGUAGE: Language = 'en'
