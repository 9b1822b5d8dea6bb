/**
 * `html` as the browser serialises it: `<br>` for the server's `<br />`, `"` for `&quot;`. The texts of a page come
 * from its HTML, and without this they would differ from the stored ones. Links that the page adds (picture-links.ts) are
 * removed.
 */
export function browserSpelling(html: string): string {
  const template = document.createElement('template')
  template.innerHTML = html
  for (const link of template.content.querySelectorAll('a.picture')) link.replaceWith(...link.childNodes)
  return template.innerHTML
}
