// The upload of a file as the official client sends it, but with its progress, which `fetch` does not tell.

import * as t from '#words/platform-more.ts'
import { memberFetch } from './member-fetch.ts'

type Upload = {
  bucket: string
  name: string
  file: Blob
  cacheSeconds: string
  /** Aborts the upload. */
  signal?: AbortSignal | undefined
  /** Called with the share that is sent, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

/** The refusal of the server; its status is 0 if there was no answer. */
type UploadError = { message: string; statusCode: string }

/** @returns null when it is stored */
export async function sendUpload(upload: Upload): Promise<UploadError | null> {
  const { bucket, name, file, cacheSeconds, signal, onProgress } = upload
  const form = new FormData()
  form.append('cacheControl', cacheSeconds)
  form.append('', file)
  const init = {
    method: 'POST',
    headers: { 'x-upsert': 'false' },
    body: form,
    ...(signal ? { signal } : {}),
  }
  try {
    const path = `/storage/v1/object/${bucket}/${name}`
    const response = await memberFetch(path, init, (input, sent) =>
      fetchWithProgress(input, sent, onProgress),
    )
    if (response.ok) return null
    // The body has the specific status; a proxy's error has no such body.
    const { statusCode = response.status, message = '' } = (await response.json().catch(() => ({}))) as {
      statusCode?: string | number
      message?: string
    }
    return { message, statusCode: String(statusCode) }
  } catch {
    return { message: t.noAnswer, statusCode: '0' }
  }
}

function fetchWithProgress(
  input: RequestInfo | URL,
  { method = 'GET', headers, body, signal }: RequestInit = {},
  onProgress?: (share: number) => void,
): Promise<Response> {
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    const fail = () => reject(new TypeError('Failed to fetch'))
    if (signal?.aborted) return fail()
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onerror = fail
    request.onabort = fail
    request.onload = () => resolve(responseOf(request))
    request.open(method, String(input))
    new Headers(headers).forEach((value, name) => {
      request.setRequestHeader(name, value)
    })
    request.send(body as XMLHttpRequestBodyInit)
  })
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return new Response(request.responseText || null, { status: request.status, headers })
}
