import type { LookupFunction } from 'node:net';
import { ACCEPT_ENCODING, readBody } from './read-body.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Exchange = {
  readonly method: Method;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
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
