import type { Readable } from 'node:stream';

/** A reply to be sent as JSON. */
export type JsonReply<Body> = {
  readonly body: Body;
  /** 202 while the requested work is in progress (`whileOpen`). */
  readonly status?: 202;
  readonly revision?: string;
  readonly cacheControl?: string;
  /** Additional headers, such as `Set-Cookie`. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** A reply of prepared bytes: a list serialized once per revision, or a static table. */
export type BytesReply = {
  readonly bytes: Buffer;
  readonly revision: string;
  readonly cacheControl?: string;
  readonly contentType?: string;
  /** The request header on which the bytes depend, in addition to the URL and the caller. */
  readonly vary?: 'Accept-Language';
};

/**
 * A 303 redirect to a registered URI (spec 4.3) or to one of our pages. `headers` are sent along with
 * `Location`.
 */
export type RedirectReply = {
  readonly redirect: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A reply without content: the operation's `whenEmpty` is sent. */
export type EmptyReply = { readonly isEmpty: true };

/** A streamed reply, sent as fast as the client reads it, until the stream ends or the client disconnects. */
export type StreamReply = {
  readonly stream: Readable;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Reply<Body> = JsonReply<Body> | BytesReply | RedirectReply | StreamReply | EmptyReply;

/** Used for data of one user: it is revalidated each time, and shared caches do not store it. */
export const PRIVATE = 'private, no-cache';
/** Used for streams: they are not stored, and proxies do not transform them. */
export const STREAMED = 'no-store, no-transform';
/** Used for secrets (RFC 6749 5.1). */
export const NO_STORE = 'no-store';
/** Used for public data that is revalidated each time. */
export const REVALIDATED = 'public, no-cache';
/** Used for content that never changes under its URL. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
