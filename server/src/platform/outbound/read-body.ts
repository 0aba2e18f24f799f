import { PassThrough, pipeline, type Readable, type Transform } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';
import { OutboundError } from './outbound-error.ts';

/** The encodings of which this reads answers, for the request. */
export const ACCEPT_ENCODING = 'gzip, deflate';

const decoders: Readonly<Record<string, () => Transform>> = {
  '': () => new PassThrough(),
  identity: () => new PassThrough(),
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
};

/**
 * Reads a body as text. Throws `too_large` as soon as more than `maxBytes` have been decompressed, so that a
 * small body cannot fill the memory.
 */
export async function readBody(body: Readable, encoding: string, maxBytes: number): Promise<string> {
  const decoder = decoders[encoding.trim().toLowerCase()]?.();
  if (!decoder) throw new OutboundError('malformed', 'the answer has an unknown encoding');
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The error reaches the loop below through the decoder.
  for await (const chunk of pipeline(body, decoder, () => undefined)) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBytes) throw new OutboundError('too_large', `the answer is larger than ${maxBytes} bytes`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
