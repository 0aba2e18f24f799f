import { errorCodes } from '@azulejo/model';
import type { ErrorBody, FieldError } from './api/types.generated.ts';

/**
 * The kind of failure:
 * - `Refused`: the platform returned an error (see `status`, `code`, `fields`).
 * - `NotSignedIn`: the call needs a token and there is none.
 * - `SessionEnded`: the refresh token is no longer valid. The client is signed out; ask
 * the user to sign in again.
 * - `ForeignOrigin`: the token would have been sent to a host that is not the platform's.
 * - `Unreachable`, `TimedOut`: there was no response (see `cause`).
 * - `Untrusted`: the broker's certificate is of an unknown issuer: pass its CA as `ca`.
 * - `Unreadable`: the response was not JSON.
 * - `OutboxFull`: a manager’s report was not accepted, because too many wait to be delivered.
 */
export type AzulejoErrorName =
  | 'Refused'
  | 'NotSignedIn'
  | 'SessionEnded'
  | 'ForeignOrigin'
  | 'Unreachable'
  | 'TimedOut'
  | 'Untrusted'
  | 'Unreadable'
  | 'OutboxFull';

export type AzulejoErrorDetails = {
  readonly status?: number | undefined;
  readonly code?: number | undefined;
  readonly text?: string | undefined;
  readonly fields?: readonly FieldError[] | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
};

/**
 * Thrown for every failure of the SDK. Messages name the call by its path template, so they contain no
 * credentials.
 */
export class AzulejoError extends Error {
  override readonly name: AzulejoErrorName;
  /** HTTP status, if there was a response. */
  readonly status: number | undefined;
  /** The platform's error code (docs/errors.md), e.g. 1601. */
  readonly code: number | undefined;
  /** The platform's description of the error, for people. */
  readonly text: string | undefined;
  /** The invalid fields of the request. */
  readonly fields: readonly FieldError[];
  /** The request's id in the platform's log. */
  readonly requestId: string | undefined;
  /** Seconds to wait before the next attempt. The SDK does not retry automatically. */
  readonly retryAfter: number | undefined;

  constructor(name: AzulejoErrorName, message: string, details: AzulejoErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = name;
    this.status = details.status;
    this.code = details.code;
    this.text = details.text;
    this.fields = details.fields ?? [];
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
  }
}

export const notSignedIn = () => new AzulejoError('NotSignedIn', 'Not signed in.');

/** Returns the error of a response that is not 2xx. `call` is the method and path template. */
export function refusal(call: string, status: number, headers: Headers, body: string): AzulejoError {
  const { code, text, errors: fields, request_id } = errorBody(body);
  const number = code ?? integer(headers.get('x-error'));
  const suffix = number === undefined ? '' : `, code ${number}`;
  return new AzulejoError('Refused', `${call}: ${text ?? 'refused'} (${status}${suffix})`, {
    status,
    code: number,
    text,
    fields,
    requestId: request_id ?? headers.get('x-request-id') ?? undefined,
    retryAfter: secondsUntil(headers.get('retry-after')),
  });
}

/** Returns whether the platform ended the session, as opposed to a temporary failure. */
export const isSignInOver = (error: unknown): error is AzulejoError =>
  error instanceof AzulejoError && error.code === errorCodes.invalidRefreshToken;

/**
 * Returns the valid members of an error body. A proxy in between may send any other
 * format, which yields `{}`.
 */
function errorBody(body: string): Partial<ErrorBody> {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null) return {};
    const { code, text, errors, request_id } = value as Partial<ErrorBody>;
    return {
      ...(Number.isInteger(code) && { code }),
      ...(typeof text === 'string' && { text }),
      ...(Array.isArray(errors) && { errors }),
      ...(typeof request_id === 'string' && { request_id }),
    } as Partial<ErrorBody>;
  } catch {
    return {};
  }
}

const integer = (text: string | null) => (text !== null && /^\d+$/.test(text) ? Number(text) : undefined);

/** Returns the seconds of a `Retry-After` header, which holds seconds or a date (RFC 9110 10.2.3). */
function secondsUntil(retryAfter: string | null): number | undefined {
  const seconds = integer(retryAfter);
  if (seconds !== undefined || retryAfter === null) return seconds;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
