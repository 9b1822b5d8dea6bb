// `fetch` that repeats a request with a proof of work if the server requires one.

export async function fetchWithProof(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init)
  if (response.status !== 429 || !init || response.headers.get('x-sb-error-code') !== 'captcha_failed')
    return response
  const { withProof } = await import('./proof-of-work.ts')
  const proven = await withProof(init, response)
  return proven ? fetch(input, proven) : response
}
