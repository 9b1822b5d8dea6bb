/**
 * `html` as the browser serialises it: `<br>` for the server's `<br />`, `"` for `&quot;`. The texts of a page come
 * from its HTML, and without this they would differ from the stored ones.
 */
export function browserSpelling(html: string): string {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.innerHTML
}
