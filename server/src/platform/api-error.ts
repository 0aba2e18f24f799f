import { type ErrorBody, type ErrorName, errors, type FieldError } from '@azulejo/contract';
import { withoutTokens } from './secrets.ts';

/** The kinds of limits, by address, account or both. */
export type LimitName =
  | 'accounts'
  | 'automation_checks'
  | 'automation_hooks'
  | 'automation_notifications'
  | 'automation_plays'
  | 'automation_webhooks'
  | 'application_webhooks'
  | 'bridges'
  | 'email_changes'
  | 'invalid_tokens'
  | 'manager_templates'
  | 'manager_webhooks'
  | 'notifications'
  | 'pairing'
  | 'passkey_challenges'
  | 'password_resets'
  | 'portal_codes'
  | 'rehearsals'
  | 'scenes'
  | 'sign_in_failures'
  | 'supported_models'
  | 'uploads'
  | 'data_exports'
  | 'user_codes';

type Options = {
  /** The invalid fields and the reasons. Sent to the caller. */
  fields?: readonly FieldError[];
  /** An additional sentence. Sent to the caller. */
  detail?: string;
  headers?: Readonly<Record<string, string>>;
  /** The limit that refused the caller, for the metrics. */
  limit?: LimitName;
  /** The current cursor, with `resync`. Sent to the caller. */
  cursor?: string;
  cause?: unknown;
};

/** The maximum number of reported fields. The first ones help a client that sends more. */
const MAX_FIELDS = 20;
/** The path of a field may contain names that the caller chose. */
const MAX_FIELD_LENGTH = 200;
const MAX_REASON_LENGTH = 500;

const shortened = ({ field, reason }: FieldError): FieldError => ({
  field: shorten(field, MAX_FIELD_LENGTH),
  reason: shorten(reason, MAX_REASON_LENGTH),
});

const MAX_DETAIL_LENGTH = 2_000;

/** Shortens a text, and masks tokens that the caller put where an id belongs: errors are shown and logged. */
const shorten = (text: string, maxLength: number): string =>
  withoutTokens(text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text);

/** Seconds after which a request that the server could not handle may succeed. */
const RETRY_SECONDS = '2';

/** Thrown for errors of the contract. Everything in it may be sent to the caller, except `cause` and `limit`. */
export class ApiError extends Error {
  readonly kind: ErrorName;
  readonly fields: readonly FieldError[];
  readonly detail: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly cursor: string | undefined;
  readonly limit: LimitName | undefined;

  constructor(kind: ErrorName, options: Options = {}) {
    const detail = options.detail === undefined ? undefined : shorten(options.detail, MAX_DETAIL_LENGTH);
    super(detail ?? errors[kind].text, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ApiError';
    this.kind = kind;
    this.fields = (options.fields ?? []).slice(0, MAX_FIELDS).map(shortened);
    this.detail = detail;
    // Every 503 says when to try again (RFC 9110 15.6.4).
    const always: Record<string, string> = kind === 'unavailable' ? { 'Retry-After': RETRY_SECONDS } : {};
    this.headers = { ...always, ...options.headers };
    this.cursor = options.cursor;
    this.limit = options.limit;
  }
}

/** Returns the parts of an error that known clients read: its code, and a sentence for people. */
export function errorSummary(error: ApiError): { code: number; text: string } {
  const { code, text } = errors[error.kind];
  const reasons = error.fields.map(({ field, reason }) => `${field} ${reason}`).join('; ');
  return { code, text: error.detail ?? (reasons === '' ? text : `${text} ${reasons}.`) };
}

/**
 * Returns the body of an error: members for known clients, of RFC 9457, and of RFC 6749 on auth endpoints.
 */
export function problemBody(
  error: ApiError,
  requestId: string,
  isAuthEndpoint: boolean,
  warnings: readonly FieldError[] = [],
): ErrorBody {
  const definition = errors[error.kind];
  const { code, text } = errorSummary(error);
  return {
    code,
    text,
    type: `urn:azulejo:error:${error.kind}`,
    title: definition.text,
    status: definition.status,
    ...(error.detail === undefined ? {} : { detail: error.detail }),
    ...(error.fields.length > 0 ? { errors: [...error.fields] } : {}),
    ...(warnings.length > 0 ? { warnings: [...warnings] } : {}),
    ...(error.cursor === undefined ? {} : { cursor: error.cursor }),
    request_id: requestId,
    ...(isAuthEndpoint && 'oauth' in definition ? { error: definition.oauth, error_description: text } : {}),
  };
}

/** Returns a 400 error for one field. */
export const invalidField = (field: string, reason: string) =>
  new ApiError('invalid_request', { fields: [{ field, reason }] });

/**
 * Runs all checks, and returns what each returns. Throws one `invalid_request` with the wrong fields of all of them,
 * so that a caller need not correct one after the other. Any other error is thrown immediately, and no check
 * runs after as many wrong fields as are reported.
 */
export function checkAll<Results extends readonly unknown[]>(
  ...checks: { readonly [Index in keyof Results]: () => Results[Index] }
): Results {
  const fields: FieldError[] = [];
  const results: unknown[] = [];
  for (const check of checks) {
    try {
      results.push(check());
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== 'invalid_request') throw error;
      fields.push(...error.fields);
      if (fields.length >= MAX_FIELDS) break;
    }
  }
  if (fields.length > 0) throw new ApiError('invalid_request', { fields });
  return results as unknown as Results;
}
