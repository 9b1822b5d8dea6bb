/**
 * `html` as the browser writes it: `<br>` for the server's `<br />`, `"` for `&quot;`. A page's texts come from its own
 * HTML, and compared with what is stored they would look edited.
 */
export function browserSpelling(html: string): string {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.innerHTML
}
