// What may be asked of a picture on its way out.
import { invalidRequest } from '../errors.ts'
import type { Transformation } from './images.ts'

const SIDE = { min: 1, max: 2_500 }
const QUALITY = { min: 20, max: 100 }
const USUAL_QUALITY = 80
const RESIZES = ['cover', 'contain', 'fill'] as const

/**
 * Reads width, height, resize, quality and format.
 * @param takesWebp whether the asker can show WebP, which is then sent unless `format=origin`
 * @throws StorageError naming what cannot be
 */
export function readTransformation(query: URLSearchParams, takesWebp: boolean): Transformation {
  const format = query.get('format')
  if (format !== null && format !== 'origin' && format !== 'webp') {
    throw invalidRequest('querystring/format must be one of origin, webp')
  }
  const resize = query.get('resize') ?? 'cover'
  const known = RESIZES.find((name) => name === resize)
  if (!known) throw invalidRequest(`querystring/resize must be one of ${RESIZES.join(', ')}`)
  return {
    width: whole(query, 'width', SIDE),
    height: whole(query, 'height', SIDE),
    resize: known,
    quality: whole(query, 'quality', QUALITY) ?? USUAL_QUALITY,
    format: format ?? (takesWebp ? 'webp' : 'origin'),
  }
}

/** The same transformation always in the same words. */
export function transformationQuery({ width, height, resize, quality, format }: Transformation): string {
  const query = new URLSearchParams({ resize, quality: String(quality), format })
  if (width !== null) query.set('width', String(width))
  if (height !== null) query.set('height', String(height))
  return query.toString()
}

/** How the picture service of upstream calls each way to fit. */
const FITS = { cover: 'fill', contain: 'fit', fill: 'force' } as const

/** What was asked for, in the words of upstream's answers. */
export function transformationHeader(query: URLSearchParams, transformation: Transformation): string {
  const { width, height, resize, quality } = transformation
  return [
    height === null ? '' : `height:${height}`,
    width === null ? '' : `width:${width}`,
    width === null && height === null ? '' : `resizing_type:${FITS[resize]}`,
    query.get('quality') ? `quality:${quality}` : '',
    query.get('format') === 'webp' ? 'format:webp' : '',
  ]
    .filter(Boolean)
    .join(',')
}

function whole(
  query: URLSearchParams,
  name: string,
  { min, max }: { min: number; max: number },
): number | null {
  const text = query.get(name)
  if (text === null || text === '') return null
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) throw invalidRequest(`querystring/${name} must be ${min} to ${max}`)
  return value
}
