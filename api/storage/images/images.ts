// Image processing. Every uploaded image is decoded and encoded again, so that only pixels are stored: no location,
// no camera data, no appended file. One is decoded at a time.
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import type { Sharp, SharpOptions } from 'sharp'
import { ANIMATED_PNG, isAnimatedPng, PNG_HEAD } from '../../../shared/animated-png.ts'
import { limitConcurrency } from '../../concurrency.ts'
import { imageLibrary } from '../../image-library.ts'
import { invalidMimeType, invalidRequest, slowDown, tooLarge } from '../errors.ts'

const MEGAPIXELS = 40
const MAX_PIXELS = MEGAPIXELS * 1_000_000
const WAITING_AT_MOST = 49
const oneAtATime = limitConcurrency({ atOnce: 1, waiting: WAITING_AT_MOST, refusal: slowDown })
const DECODE_WITHIN_SECONDS = 15
const QUALITY = 86
const FORMATS = ['jpeg', 'png', 'webp', 'gif'] as const

type Format = (typeof FORMATS)[number]
export type Picture = { mimetype: string; width: number; height: number }

export type Transformation = {
  width: number | null
  height: number | null
  resize: 'cover' | 'contain' | 'fill'
  quality: number
  /** The stored format, or WebP. */
  format: 'origin' | 'webp'
}

const OPTIONS: SharpOptions = {
  // Animation frames count, because they are decoded as one tall image.
  limitInputPixels: MAX_PIXELS,
  failOn: 'error',
  sequentialRead: true,
}

/**
 * Re-encodes the image at `from` to `to`, upright and without metadata.
 * @returns its actual format
 * @throws StorageError when it is not one of the four formats, an animated PNG, corrupt, or over 40 megapixels
 */
export function reencode(from: string, to: string): Promise<Picture> {
  return oneAtATime(async () => {
    const sharp = await imageLibrary()
    const { format, width, height, pages } = await sharp(from, OPTIONS).metadata().catch(asRefusal)
    if (!isFormat(format)) throw invalidMimeType(`image/${format}`)
    // The library reads the first picture alone.
    if (format === 'png' && isAnimatedPng(await headOf(from))) throw invalidRequest(ANIMATED_PNG)
    if (width * height > MAX_PIXELS) throw tooManyPixels()
    const animated = (pages ?? 1) > 1
    const written = await encode(sharp(from, { ...OPTIONS, animated }).autoOrient(), format, QUALITY)
      .timeout({ seconds: DECODE_WITHIN_SECONDS })
      .toFile(to)
      .catch(asRefusal)
    return {
      mimetype: `image/${format}`,
      width: written.width,
      height: animated ? (written.pageHeight ?? written.height) : written.height,
    }
  })
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PNG_HEAD), 0, PNG_HEAD, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Resizes a stored image. @throws StorageError when it is not an image */
export function transform(
  source: Readable,
  { width, height, resize, quality, format }: Transformation,
): Promise<Rendering> {
  return oneAtATime(async () => {
    const sharp = await imageLibrary()
    const input = sharp({ ...OPTIONS, animated: true })
    source.on('error', (error) => input.destroy(error))
    source.pipe(input)
    const { format: stored } = await input.metadata().catch(asRefusal)
    if (!isFormat(stored)) throw invalidMimeType(`image/${stored}`)
    // With one side given, the other one follows proportionally.
    const fit = width === null || height === null ? 'inside' : FITS[resize]
    const target = format === 'origin' ? stored : format
    const bytes = await encode(
      input.resize({
        ...(width ? { width } : {}),
        ...(height ? { height } : {}),
        fit,
        withoutEnlargement: true,
      }),
      target,
      quality,
    )
      .timeout({ seconds: DECODE_WITHIN_SECONDS })
      .toBuffer()
      .catch(asRefusal)
    return { bytes, mimetype: `image/${target}` }
  })
}

const CACHE_BYTES = 16 * 1024 * 1024

type Rendering = { bytes: Buffer; mimetype: string }
export type RenditionCache = LRUCache<string, Rendering>

/** Keeps the most recently used images, up to 16 MiB. A version never changes, so entries never expire. */
export function createRenderings(limit = CACHE_BYTES): RenditionCache {
  return new LRUCache({ maxSize: limit, sizeCalculation: ({ bytes }) => bytes.length })
}

const FITS = { cover: 'cover', contain: 'inside', fill: 'fill' } as const

function encode(image: Sharp, format: Format, quality: number): Sharp {
  if (format === 'jpeg') return image.jpeg({ quality })
  if (format === 'webp') return image.webp({ quality })
  return format === 'png' ? image.png() : image.gif()
}

function isFormat(format: string): format is Format {
  return (FORMATS as readonly string[]).includes(format)
}

function asRefusal(error: Error): never {
  throw /pixel limit/i.test(error.message) ? tooManyPixels() : invalidRequest('The image cannot be read')
}

function tooManyPixels() {
  return tooLarge(`The image has more than ${MEGAPIXELS} megapixels`)
}
