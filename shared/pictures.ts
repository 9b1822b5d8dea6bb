// Pictures of members: types, sizes, and the addresses that posts may contain.

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
export const AVATAR_BYTES = 5 * 1024 * 1024
export const CONTENT_BYTES = 10 * 1024 * 1024

/** A file in a member's folder of the bucket `content`, under its generated name; nothing else. */
const CONTENT_ADDRESS =
  /^\/storage\/v1\/object\/public\/content\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[a-z0-9-]{1,80}\.(jpg|png|webp|gif)$/

/** Whether an image of a post may have this address. */
export function isContentPicture(address: string): boolean {
  return CONTENT_ADDRESS.test(address)
}

export const ANIMATED_PNG = 'An animated PNG would be stored as its first picture: use a GIF or WebP'

/** Bytes at the beginning of a PNG that are looked through. */
export const PNG_HEAD = 1024 * 1024

/** Whether the `head` of a file is that of an animated PNG: it has the chunk acTL before the first picture. */
export function isAnimatedPng(head: Uint8Array): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (head.length < 8 || view.getUint32(0) !== 0x89504e47) return false
  for (let at = 8; at + 8 <= head.length; at += 12 + view.getUint32(at)) {
    const chunk = String.fromCharCode(...head.subarray(at + 4, at + 8))
    if (chunk === 'acTL') return true
    if (chunk === 'IDAT') return false
  }
  return false
}
