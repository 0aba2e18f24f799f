import type { Client } from '../../../identity/applications/index.ts';
import { ApiError } from '../../../platform/api-error.ts';

/**
 * Returns the requested scopes that may be granted. Commas and spaces separate scopes (manager-sdk 1.5);
 * unknown ones are ignored, since known apps always request `sysadmin` too (android-app 9.3).
 */
export function grantScopes(requested: string | undefined, client: Client): string[] {
  if (requested === undefined || requested.trim() === '') {
    throw new ApiError('invalid_request', { fields: [{ field: 'scope', reason: 'is required' }] });
  }
  const wanted = new Set(requested.split(/[\s,]+/).filter((scope) => scope !== ''));
  const granted = client.scopes.filter((scope) => wanted.has(scope));
  if (granted.length === 0) {
    throw new ApiError('invalid_scope', {
      detail: `This application may ask for ${client.scopes.join(', ')}.`,
    });
  }
  return granted;
}
