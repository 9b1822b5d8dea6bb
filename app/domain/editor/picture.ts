// Pictures in a text. Only this site's own can stand there, as the server's sanitiser has it: what is pasted with a
// text from elsewhere brings none along.
import { Node } from '@tiptap/react'
import { isContentPicture } from '#shared/pictures.ts'

/** A block of its own: one picture and what it shows in words. */
export const Picture = Node.create({
  name: 'picture',
  group: 'block',
  draggable: true,
  addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element) => (isContentPicture(element.getAttribute('src') ?? '') ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
})

/** The first picture among what is pasted or dropped, unless a text comes with it. */
export function pictureIn(data: DataTransfer | null): File | null {
  // A picture copied from a page comes with the markup around it, which says nothing.
  const words = data?.getData('text/html').replace(/<[^<>]*>/g, '') ?? ''
  if (words.trim() !== '') return null
  return [...(data?.files ?? [])].find((file) => file.type.startsWith('image/')) ?? null
}
