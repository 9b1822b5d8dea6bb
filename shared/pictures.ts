// Pictures that members bring: which kinds, how big, and the only addresses under which they stand in a post.

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
export const AVATAR_BYTES = 5 * 1024 * 1024
export const CONTENT_BYTES = 10 * 1024 * 1024

/** A file of the bucket `content`, in a member's folder, under a name that was made for it; nothing else. */
const CONTENT_ADDRESS =
  /^\/storage\/v1\/object\/public\/content\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[a-z0-9-]{1,80}\.(jpg|png|webp|gif)$/

/** Whether an image of a post may have this address. */
export function isContentPicture(address: string): boolean {
  return CONTENT_ADDRESS.test(address)
}
