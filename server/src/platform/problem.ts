import { type ErrorBody, type ErrorName, errors, type FieldError } from '@azulejo/contract';

type Options = {
  /** Which fields were refused, and why. Shown. */
  fields?: readonly FieldError[];
  /** One more sentence. Shown. */
  detail?: string;
  headers?: Readonly<Record<string, string>>;
  /** The current cursor, with `resync`. Shown. */
  cursor?: string;
  cause?: unknown;
};

/** A refusal of the contract. Everything in it may be shown to the caller; what may not be goes to `cause`. */
export class Problem extends Error {
  readonly kind: ErrorName;
  readonly fields: readonly FieldError[];
  readonly detail: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly cursor: string | undefined;

  constructor(kind: ErrorName, options: Options = {}) {
    super(
      options.detail ?? errors[kind].text,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'Problem';
    this.kind = kind;
    this.fields = options.fields ?? [];
    this.detail = options.detail;
    this.headers = options.headers ?? {};
    this.cursor = options.cursor;
  }
}

/** What known clients read of a refusal: its number, and a sentence for people. */
export function problemSummary(problem: Problem): { code: number; text: string } {
  const { code, text } = errors[problem.kind];
  const reasons = problem.fields.map(({ field, reason }) => `${field} ${reason}`).join('; ');
  return { code, text: problem.detail ?? (reasons === '' ? text : `${text} ${reasons}.`) };
}

/** The body of a refusal: known clients' members, RFC 9457's, and RFC 6749's on the auth endpoints. */
export function problemBody(problem: Problem, requestId: string, isAuthEndpoint: boolean): ErrorBody {
  const definition = errors[problem.kind];
  const { code, text } = problemSummary(problem);
  return {
    code,
    text,
    type: `urn:azulejo:error:${problem.kind}`,
    title: definition.text,
    status: definition.status,
    ...(problem.detail === undefined ? {} : { detail: problem.detail }),
    ...(problem.fields.length > 0 ? { errors: [...problem.fields] } : {}),
    ...(problem.cursor === undefined ? {} : { cursor: problem.cursor }),
    request_id: requestId,
    ...(isAuthEndpoint && 'oauth' in definition ? { error: definition.oauth, error_description: text } : {}),
  };
}

/** 400 for one field. */
export const invalidField = (field: string, reason: string) =>
  new Problem('invalid_request', { fields: [{ field, reason }] });
