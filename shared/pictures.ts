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
