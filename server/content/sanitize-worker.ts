// The worker of content.ts. An error's class does not cross threads, so a refusal is a value.
import { RestError } from '../../api/rest/errors.ts'
import { sanitizeContent } from './sanitize.ts'

export type Sanitised = { html: string; refusal?: undefined } | { refusal: string }

export default function sanitise(html: string): Sanitised {
  try {
    return { html: sanitizeContent(html) }
  } catch (error) {
    if (error instanceof RestError) return { refusal: error.message }
    throw error
  }
}
