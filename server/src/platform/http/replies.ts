import type { Readable } from 'node:stream';

/** A reply to be sent as JSON. */
export type JsonReply<Body> = {
  readonly body: Body;
  /** While what was asked for is under way (`whileOpen`). */
  readonly status?: 202;
  readonly revision?: string;
  readonly cacheControl?: string;
  /** Beside those that every answer has, such as `Set-Cookie`. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** Bytes made ready before: a list serialized once per revision, a static table. */
export type BytesReply = {
  readonly bytes: Buffer;
  readonly revision: string;
  readonly cacheControl?: string;
  readonly contentType?: string;
};

/** 303: to a registered URI (spec 4.3), or to a page of ours; `headers` go beside `Location`. */
export type RedirectReply = {
  readonly redirect: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** An answer that goes on: what the stream gives is sent as fast as the caller takes it, until it ends or the caller goes. */
export type StreamReply = {
  readonly stream: Readable;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Reply<Body> = JsonReply<Body> | BytesReply | RedirectReply | StreamReply;

/** What belongs to one user: revalidated each time, kept by no shared cache. */
export const PRIVATE = 'private, no-cache';
/** Not kept, and passed on by proxies as it comes. */
export const STREAMED = 'no-store, no-transform';
/** Secrets (RFC 6749 5.1). */
export const NO_STORE = 'no-store';
/** Public and revalidated. */
export const REVALIDATED = 'public, no-cache';
/** Never changes under its URL. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
