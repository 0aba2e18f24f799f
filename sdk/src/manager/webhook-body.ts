/** Larger than any body of the platform. */
const MAX_BODY_BYTES = 256 * 1024;

export class TooLarge extends Error {}

/** Reads a body of limited size. */
export async function bodyText({ body }: Request): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MAX_BODY_BYTES) {
      await reader.cancel();
      throw new TooLarge(`The body is larger than ${MAX_BODY_BYTES} bytes.`);
    }
    text += decoder.decode(value, { stream: true });
  }
}
