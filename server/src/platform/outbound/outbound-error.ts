/** Why a call has no complete answer. */
export type OutboundFailure =
  /** The platform may not connect there. */
  | 'address_refused'
  /** The name has no address. */
  | 'name_unresolved'
  | 'unreachable'
  /** The certificate is not valid for the name. */
  | 'tls'
  | 'timeout'
  | 'too_large'
  /** The answer is not valid HTTP, or has an unknown or damaged encoding. */
  | 'malformed'
  /** Too many calls of this party are open. */
  | 'busy'
  /** The last calls failed; no other is made for a while. */
  | 'circuit_open'
  /** The server stops. */
  | 'stopped';

/** Thrown when a call has no complete answer. The message names neither the address nor what was sent. */
export class OutboundError extends Error {
  readonly failure: OutboundFailure;

  constructor(failure: OutboundFailure, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'OutboundError';
    this.failure = failure;
  }
}

/** Failures that are no sign that the other side is down. */
const LOCAL: ReadonlySet<OutboundFailure> = new Set(['address_refused', 'busy', 'circuit_open', 'stopped']);

export const isLocalFailure = (failure: OutboundFailure): boolean => LOCAL.has(failure);

/** OpenSSL's codes of refused certificates, and Node's of a wrong name. */
const TLS_CODE = /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|EPROTO$)/;

/** Returns the failure that an error of Node or Undici means. */
export function toOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const cause = error as NodeJS.ErrnoException;
  const code = cause.code ?? '';
  const [failure, message] = classify(code, cause);
  return new OutboundError(failure, message, { cause });
}

/** Codes of name servers and of the system's resolver. */
const NAME_CODE =
  /^(ENOTFOUND|ENODATA|EAI_AGAIN|ETIMEOUT|ECANCELLED|E(SERVFAIL|FORMERR|REFUSED|BADNAME|BADRESP|NOTIMP))$/;

function classify(code: string, error: Error): [OutboundFailure, string] {
  if (NAME_CODE.test(code)) return ['name_unresolved', 'the name could not be resolved'];
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return ['timeout', 'no connection in time'];
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return ['too_large', 'the head of the answer is too large'];
  if (TLS_CODE.test(code)) return ['tls', `TLS failed: ${code}`];
  if (code.startsWith('HPE_') || code.startsWith('Z_') || error.name === 'HTTPParserError')
    return ['malformed', 'the answer is not valid HTTP'];
  return ['unreachable', `the connection failed${code === '' ? '' : `: ${code}`}`];
}
