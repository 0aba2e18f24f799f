/** A reply to be sent as JSON. */
export type JsonReply<Body> = {
  readonly body: Body;
  /** While what was asked for is under way (`whileOpen`). */
  readonly status?: 202;
  readonly revision?: string;
  readonly cacheControl?: string;
};

/** Bytes made ready before: a list serialized once per revision, a static table. */
export type BytesReply = {
  readonly bytes: Buffer;
  readonly revision: string;
  readonly cacheControl?: string;
  readonly contentType?: string;
};

/** 303 to a registered URI (spec 4.3). */
export type RedirectReply = { readonly redirect: string };

export type Reply<Body> = JsonReply<Body> | BytesReply | RedirectReply;

/** What belongs to one user: revalidated each time, kept by no shared cache. */
export const PRIVATE = 'private, no-cache';
/** Secrets (RFC 6749 5.1). */
export const NO_STORE = 'no-store';
/** Public and revalidated. */
export const REVALIDATED = 'public, no-cache';
/** Never changes under its URL. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
