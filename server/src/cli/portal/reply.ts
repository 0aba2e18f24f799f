import { type ErrorBody, type ErrorName, errors } from '@azulejo/contract';
import { ApiError } from '../../platform/api-error.ts';

/** Reads the body of a reply; undefined when it is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the error of the contract in a reply. */
export function toApiError(body: unknown): ApiError | undefined {
  const { type, detail, errors: fields = [] } = (body ?? {}) as Partial<ErrorBody>;
  const kind = /^urn:azulejo:error:(\w+)$/.exec(type ?? '')?.[1];
  if (kind === undefined || !(kind in errors)) return undefined;
  const words = hints[kind as ErrorName];
  const text = detail ?? errors[kind as ErrorName].text;
  return new ApiError(kind as ErrorName, {
    fields,
    ...(words !== undefined ? { detail: `${text} ${words}` } : detail === undefined ? {} : { detail }),
  });
}

const NEW_TOKEN = 'Create another one in the portal, on the page "Access tokens", and run `azulejo login`.';

/** Maps errors to advice. */
const hints: Partial<Record<ErrorName, string>> = {
  invalid_token: NEW_TOKEN,
  expired_token: NEW_TOKEN,
  insufficient_role: 'The token belongs to an account of the portal whose role is too low.',
};
