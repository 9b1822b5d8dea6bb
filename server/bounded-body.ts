// The bytes of a request's body, never more than the reader said.

/**
 * Reads a body whole.
 * @returns null when it has more than `most` bytes; the rest is then left unread
 */
export async function readBounded(request: Request, most: number): Promise<Uint8Array | null> {
  const announced = request.headers.get('content-length')
  if (announced !== null && /^\d+$/.test(announced)) {
    if (Number(announced) > most) return null
    // HTTP's parser ends the body where it was said to end. So it is read in one piece: going through a stream of
    // the web costs more than all the rest of a small request.
    const bytes = new Uint8Array(await request.arrayBuffer())
    return bytes.byteLength > most ? null : bytes
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop cancels the stream.
    if (size > most) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
