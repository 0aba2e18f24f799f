import { errors } from '@azulejo/contract';
import { ApiError } from '../api-error.ts';

/** Servers add these by themselves, so the sentence does not name them. */
const IMPLIED = ['HEAD', 'OPTIONS'];

/** Returns the error of a known path that does not take the method; `allow` is the header `Allow`. */
export function methodNotAllowed(allow: string): ApiError {
  const methods = allow.split(', ').filter((method) => !IMPLIED.includes(method));
  const detail = `${errors.method_not_allowed.text} Use ${methods.join(' or ')}.`;
  return new ApiError('method_not_allowed', { headers: { Allow: allow }, detail });
}
