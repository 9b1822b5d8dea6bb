// Uploads a member's picture: scaled down in the browser, so that slow connections transfer only what will be shown,
// and stored in the member's own folder under a new name.
import { notDone } from '#app/platform/acts/failure.ts'
import { ANIMATED_PNG, isAnimatedPng, PNG_HEAD } from '#shared/animated-png.ts'
import { PICTURE_TYPES } from '#shared/pictures.ts'
import * as t from '#words/platform-more.ts'
import { memberFetch } from './member-fetch.ts'
import { retryText } from './retry-after.ts'
import { sendUpload } from './upload-request.ts'

const QUALITY = 0.9
const YEAR_SECONDS = '31536000'
const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

/** The types that a file field accepts. */
export const ACCEPTED_PICTURES = PICTURE_TYPES.join(',')

/** The reason why a picture was refused, as a message for the user. */
export class PictureRefused extends Error {
  /** Whether another attempt may succeed. */
  readonly isTemporary: boolean
  constructor(message: string, isTemporary = false) {
    super(message)
    this.isTemporary = isTemporary
  }
}

export type Shape = {
  /** The longest side after scaling, in pixels. */
  side: number
  /** Crops to the middle square. */
  square?: boolean
  /** The maximum size that the site accepts. */
  bytes: number
}

type Watch = {
  /** Aborts the upload. */
  signal?: AbortSignal
  /** Called with the share that is sent, from 0 to 1. */
  onProgress?: (share: number) => void
}

/** @returns tells why a picture was not changed */
export function pictureNotChanged(title: string): (error: unknown) => void {
  return (error) => {
    const why = error instanceof PictureRefused ? error.message : t.checkYourConnectionAndTry
    notDone(title, why)(error)
  }
}

/** Uploads `file` to the member's folder of `bucket`. @returns its address on this site @throws PictureRefused */
export async function uploadPicture(
  member: string,
  bucket: 'avatars' | 'content' | 'covers',
  file: File,
  shape: Shape,
  watch: Watch = {},
): Promise<string> {
  const picture = await shrink(file, shape)
  const ending = ENDINGS[picture.type]
  if (!ending) throw new PictureRefused(t.chooseAJPEGPNGWebP)
  if (picture.size > shape.bytes) {
    throw new PictureRefused(t.thePictureIsLargerThan(Math.round(shape.bytes / 1024 ** 2)))
  }
  const name = `${member}/${newName()}.${ending}`
  const error = await sendUpload({
    bucket,
    name,
    file: picture,
    cacheSeconds: YEAR_SECONDS,
    ...watch,
  })
  if (error) {
    console.warn('picture was not taken', error.message)
    throw new PictureRefused(reasonOf(error), !FINAL.includes(error.statusCode))
  }
  return publicPath(bucket, name)
}

const publicPath = (bucket: string, name: string) => `/storage/v1/object/public/${bucket}/${name}`

/** Deletes a picture that was uploaded to `bucket`, by `member` if given; other addresses are ignored. */
export async function removePicture(
  bucket: 'avatars' | 'content' | 'covers',
  address: string,
  member?: string,
): Promise<void> {
  const folder = publicPath(bucket, '')
  const [path = ''] = address.split(/[?#]/, 1)
  if (!path.startsWith(folder + (member ? `${member}/` : '')) || path === folder) return
  const answer = await memberFetch(`/storage/v1/object/${bucket}`, {
    method: 'DELETE',
    body: JSON.stringify({ prefixes: [path.slice(folder.length)] }),
  })
  if (!answer.ok) console.warn('picture was not deleted', answer.status)
}

async function shrink(file: File, { side, square = false, bytes }: Shape): Promise<Blob> {
  if (!(PICTURE_TYPES as readonly string[]).includes(file.type)) {
    throw new PictureRefused(t.chooseAJPEGPNGWebP)
  }
  if (file.type === 'image/png') {
    const head = new Uint8Array(await file.slice(0, PNG_HEAD).arrayBuffer())
    if (isAnimatedPng(head)) throw new PictureRefused(`${ANIMATED_PNG}.`)
  }
  // Scaling would lose the frames of an animation.
  if (file.type === 'image/gif' && !square && file.size <= bytes) return file
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new PictureRefused(t.thisFileIsNotA)
  })
  const whole = { width: bitmap.width, height: bitmap.height }
  const edge = Math.min(whole.width, whole.height)
  const part = square ? { width: edge, height: edge } : whole
  const scale = Math.min(1, side / Math.max(part.width, part.height))
  if (scale === 1 && !square && file.size <= bytes) {
    bitmap.close()
    return file
  }
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(part.width * scale))
  canvas.height = Math.max(1, Math.round(part.height * scale))
  const [left, top] = [(whole.width - part.width) / 2, (whole.height - part.height) / 2]
  canvas
    .getContext('2d')
    ?.drawImage(bitmap, left, top, part.width, part.height, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const type =
    file.type === 'image/jpeg' ? 'image/jpeg' : file.type === 'image/webp' ? 'image/webp' : 'image/png'
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY))
  if (!made) throw new PictureRefused(t.thisFileIsNotA)
  return made
}

/** The picture or the account is refused, and would be again. */
const FINAL = ['400', '403', '413', '415']

function reasonOf(error: { message: string; statusCode: string }): string {
  if (error.statusCode === '429') return t.thatIsALotOf(retryText(Date.now()))
  if (error.statusCode === '413') return `${error.message}.`
  if (error.statusCode === '403') return t.yourAccountMayNotAdd
  if (error.statusCode === '400' || error.statusCode === '415') return t.thisFileIsNotA
  return t.thePictureCouldNotBe
}

function newName(): string {
  const random = crypto.getRandomValues(new Uint32Array(3))
  return `${Date.now().toString(36)}-${[...random].map((part) => part.toString(36)).join('')}`
}
