// Parameters of image transformations.
import { invalidRequest } from '../errors.ts'
import type { Transformation } from './images.ts'

const SIDE = { min: 1, max: 2_500 }
const QUALITY = { min: 20, max: 100 }
const USUAL_QUALITY = 80
const RESIZES = ['cover', 'contain', 'fill'] as const

/**
 * Parses width, height, resize, quality and format.
 * @param takesWebp whether the client accepts WebP, which is then used unless `format=origin`
 * @throws StorageError naming the invalid parameter
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

/** A canonical query string of the transformation. */
export function transformationQuery({ width, height, resize, quality, format }: Transformation): string {
  const query = new URLSearchParams({ resize, quality: String(quality), format })
  if (width !== null) query.set('width', String(width))
  if (height !== null) query.set('height', String(height))
  return query.toString()
}

/** Upstream's names of the resize modes. */
const FITS = { cover: 'fill', contain: 'fit', fill: 'force' } as const

/** The transformation in upstream's response header. */
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
