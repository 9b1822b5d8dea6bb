// Each picture of a post links to its file: it can be reached by keyboard, and opens without a script. With one it opens over
// the page (app/ui/overlays/lightbox.tsx).

const LINK_OR_PICTURE = /<a [^>]*>.*?<\/a>|<img [^>]*?src="([^"]*)"[^>]*>/gs

/** @param html as the server's sanitiser writes it; a picture that its author linked keeps that link */
export function withPictureLinks(html: string): string {
  return html.replace(LINK_OR_PICTURE, (part: string, src: string | undefined) => {
    if (src === undefined) return part
    const label = / alt="[^"]/.test(part) ? '' : ' aria-label="Picture"'
    return `<a class="picture" href="${src}"${label}>${part}</a>`
  })
}
