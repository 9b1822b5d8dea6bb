// Texts of a page as the stored ones are spelled.
import { PICTURES } from '#shared/page-contract.ts'

/**
 * `html` as the browser serialises it: `<br>` for the server's `<br />`, `"` for `&quot;`. The texts of a page come
 * from its HTML, and without this they would differ from the stored ones. Links that the page adds (picture-links.ts) are
 * removed.
 */
export function browserSpelling(html: string): string {
  const template = document.createElement('template')
  template.innerHTML = html
  for (const link of template.content.querySelectorAll(PICTURES)) link.replaceWith(...link.childNodes)
  return template.innerHTML
}
