import type { LookupFunction } from 'node:net';
import { PassThrough, pipeline, type Readable, type Transform } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';
import { OutboundError } from './outbound-error.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Exchange = {
  readonly method: Method;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly maxBytes: number;
  readonly lookup: LookupFunction;
  readonly signal: AbortSignal;
};

export type OutboundReply = {
  readonly status: number;
  /** The media type without parameters, in lower case. */
  readonly mediaType: string;
  readonly text: string;
};

/** A connection that is not there after this time is given up, even when the call has longer. */
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_HEAD_BYTES = 16_384;

// Undici is loaded with the first call: most platforms make none, and it costs 30 ms of the start.
const loadUndici = () => import('undici');

/**
 * Sends one request over its own connection, so that each call looks its address up again and nothing of it is left
 * behind. Redirects are not followed. The signal bounds all of it.
 */
export async function exchange(options: Exchange): Promise<OutboundReply> {
  const { method, url, headers, body, maxBytes, lookup, signal } = options;
  const { Client } = await loadUndici();
  signal.throwIfAborted();
  const client = new Client(url.origin, {
    connect: { lookup, timeout: CONNECT_TIMEOUT_MS, autoSelectFamily: true },
    allowH2: false,
    pipelining: 0,
    maxHeaderSize: MAX_HEAD_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const reply = await client.request({
      method,
      path: `${url.pathname}${url.search}`,
      headers: { 'user-agent': 'Azulejo', 'accept-encoding': ACCEPT_ENCODING, ...headers },
      body: body ?? null,
      signal,
    });
    const text = await readBody(reply.body, firstOf(reply.headers['content-encoding']), maxBytes);
    const [mediaType = ''] = firstOf(reply.headers['content-type']).split(';');
    return { status: reply.statusCode, mediaType: mediaType.trim().toLowerCase(), text };
  } finally {
    client.destroy().catch(() => undefined);
  }
}

const firstOf = (value: string | string[] | undefined): string => [value].flat()[0] ?? '';

/** The encodings of which this reads answers, for the request. */
const ACCEPT_ENCODING = 'gzip, deflate';

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
async function readBody(body: Readable, encoding: string, maxBytes: number): Promise<string> {
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
