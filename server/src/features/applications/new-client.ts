import { invalidField } from '../../platform/problem.ts';
import {
  type ClientType,
  clientTypes,
  defaultPasswordLength,
  leastDistributorLifetime,
  leastPasswordLength,
  leastTokenLifetime,
  scopesOfType,
} from './client.ts';

/** What an operator says of a new application; the rest has defaults. */
export type NewClient = {
  type: ClientType;
  name: string;
  namespace?: string | undefined;
  redirectUris?: readonly string[];
  origins?: readonly string[];
  scopes?: readonly string[] | undefined;
  /** Seconds. */
  accessTokenLifetime?: number | undefined;
  refreshTokenLifetime?: number | undefined;
  minimumPasswordLength?: number | undefined;
  /** Of URLs that open its app, such as `casaazul`. */
  appScheme?: string | undefined;
};

/** Throws `invalid_request` naming the field that cannot be taken. */
export function checkNewClient(input: NewClient): void {
  if (input.name.trim() === '' || input.name.length > 200)
    throw invalidField('name', 'must have 1 to 200 characters');
  if (!clientTypes.includes(input.type)) {
    throw invalidField('type', `must be one of ${clientTypes.join(', ')}`);
  }
  if (input.namespace !== undefined && !/^[a-z0-9]+([.-][a-z0-9]+)*$/.test(input.namespace)) {
    throw invalidField('namespace', 'must be lower-case letters and digits, joined by dots or hyphens');
  }
  for (const uri of input.redirectUris ?? []) checkRedirectUri(uri);
  for (const origin of input.origins ?? []) {
    if (URL.parse(origin)?.origin !== origin)
      throw invalidField('origin', `"${origin}" is not scheme://host[:port]`);
  }
  const unknown = (input.scopes ?? []).filter((scope) => !scopesOfType[input.type].includes(scope));
  if (unknown.length > 0) {
    throw invalidField(
      'scopes',
      `a ${input.type} may have ${scopesOfType[input.type].join(', ')}, not ${unknown.join(', ')}`,
    );
  }
  if (input.appScheme !== undefined) checkAppScheme(input.appScheme);
  checkLimits(input);
}

/** RFC 3986 3.1, RFC 8252 7.1. Where it is used a browser is sent to it, so that it must not be one of the browser's own. */
export function checkAppScheme(scheme: string): void {
  if (!/^[a-z][a-z0-9+.-]{1,63}$/.test(scheme))
    throw invalidField(
      'appScheme',
      'must be lower-case letters, digits, +, . and -, and begin with a letter',
    );
  if (OWN_SCHEMES.test(scheme)) throw invalidField('appScheme', `must not be "${scheme}"`);
}

function checkLimits(input: NewClient): void {
  const isDistributor = input.type === 'distributor';
  const least = isDistributor ? leastDistributorLifetime : leastTokenLifetime;
  const reason = isDistributor
    ? 'must be at least 5m'
    : 'must be at least 72h: known clients storm or sign out below it';
  const { accessTokenLifetime: access, refreshTokenLifetime: refresh } = input;
  if (access !== undefined && access < least) throw invalidField('accessTokenLifetime', reason);
  if (refresh !== undefined && refresh < least) throw invalidField('refreshTokenLifetime', reason);
  if (refresh !== undefined && refresh < (access ?? 0)) {
    throw invalidField('refreshTokenLifetime', 'must be no shorter than that of access tokens');
  }
  const length = input.minimumPasswordLength ?? defaultPasswordLength;
  if (!Number.isInteger(length) || length < leastPasswordLength || length > 64) {
    throw invalidField('minimumPasswordLength', `must be from ${leastPasswordLength} to 64`);
  }
}

const OWN_SCHEMES =
  /^(https?|wss?|ftp|file|data|blob|javascript|vbscript|about|mailto|tel|sms|intent|content|filesystem|chrome.*|view-source)$/;

/** RFC 6749 3.1.2: absolute, without fragment. RFC 8252: an app's own scheme is allowed, a script's is not. */
function checkRedirectUri(uri: string): void {
  const parsed = URL.parse(uri);
  if (!parsed) throw invalidField('redirectUri', `"${uri}" is not an absolute URI`);
  if (uri.includes('#')) throw invalidField('redirectUri', `"${uri}" must not have a fragment`);
  if (/^(javascript|data|file|blob|vbscript|about):$/.test(parsed.protocol)) {
    throw invalidField('redirectUri', `"${uri}" has a scheme that is not allowed`);
  }
}
