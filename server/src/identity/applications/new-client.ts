import { checkAll, invalidField } from '../../platform/api-error.ts';
import {
  type Client,
  type ClientType,
  clientTypes,
  defaultPasswordLength,
  maxPasswordLength,
  maxTokenLifetime,
  minLifetimeOf,
  minPasswordLength,
  scopesOfType,
} from './client.ts';

/** Maximum number of redirect URIs, and of origins. */
const MAX_ENTRIES = 50;
const MAX_LENGTH = 2000;

/** Settings of an application, at registration and later. Null or undefined means the platform's default. */
export type ClientSettings = {
  name: string;
  redirectUris?: readonly string[];
  origins?: readonly string[];
  scopes?: readonly string[];
  /** Counted in seconds. */
  accessTokenLifetime?: number | null;
  refreshTokenLifetime?: number | null;
  minimumPasswordLength?: number;
  /** The scheme of URLs that open its app, such as `casaazul`. */
  appScheme?: string | null;
};

/** The input of an operator for a new application; the other settings have defaults. */
export type NewClient = ClientSettings & { type: ClientType; namespace?: string };

/** Throws `invalid_request` naming all invalid fields. */
export function checkNewClient(input: NewClient): void {
  const { type, namespace } = input;
  const isKnown = clientTypes.includes(type);
  checkAll(
    () => {
      if (!isKnown) throw invalidField('type', `must be one of ${clientTypes.join(', ')}`);
    },
    () => namespace !== undefined && checkNamespace(namespace),
    () => checkIndependent(input),
    () => isKnown && checkByType(input, type),
  );
}

/** Checks the settings that a client of this type would have after a change. Throws like `checkNewClient`. */
export function checkClient(input: ClientSettings, type: Client['type']): void {
  checkAll(
    () => checkIndependent(input),
    () => checkByType(input, type),
  );
}

/** Checks what is the same for clients of all types. */
function checkIndependent({ name, redirectUris, origins, appScheme, ...rest }: ClientSettings): void {
  checkAll(
    () => {
      if (name.trim() === '' || name.length > 200)
        throw invalidField('name', 'must have 1 to 200 characters');
    },
    () => {
      checkCount('redirect_uris', redirectUris);
      for (const uri of redirectUris ?? []) checkRedirectUri(uri);
    },
    () => {
      checkCount('origins', origins);
      for (const origin of origins ?? []) checkOrigin(origin);
    },
    () => appScheme !== undefined && appScheme !== null && checkAppScheme(appScheme),
    () => checkPasswordLength(rest.minimumPasswordLength ?? defaultPasswordLength),
  );
}

/** Checks what differs by the type of the client. */
function checkByType(input: ClientSettings, type: Client['type']): void {
  checkAll(
    () => checkScopes(input.scopes ?? scopesOfType[type], type),
    () => checkLifetimes(input, type),
  );
}

function checkNamespace(namespace: string): void {
  if (!/^[a-z0-9]+([.-][a-z0-9]+)*$/.test(namespace))
    throw invalidField('namespace', 'must be lower-case letters and digits, joined by dots or hyphens');
  if (namespace.length > 100) throw invalidField('namespace', 'must be at most 100 characters long');
}

function checkOrigin(origin: string): void {
  if (URL.parse(origin)?.origin !== origin)
    throw invalidField('origins', `"${origin}" is not scheme://host[:port]`);
}

function checkPasswordLength(length: number): void {
  if (!Number.isInteger(length) || length < minPasswordLength || length > maxPasswordLength)
    throw invalidField(
      'minimum_password_length',
      `must be from ${minPasswordLength} to ${maxPasswordLength}`,
    );
}

function checkCount(field: string, entries: readonly string[] = []): void {
  if (entries.length > MAX_ENTRIES) throw invalidField(field, `can have at most ${MAX_ENTRIES} entries`);
  if (entries.some((entry) => entry.length > MAX_LENGTH))
    throw invalidField(field, `must be at most ${MAX_LENGTH} characters long`);
}

function checkScopes(scopes: readonly string[], type: Client['type']): void {
  const known = scopesOfType[type];
  if (scopes.length === 0) throw invalidField('scopes', 'must contain at least one');
  const unknown = scopes.filter((scope) => !known.includes(scope));
  if (unknown.length > 0)
    throw invalidField('scopes', `a ${type} may have ${known.join(', ')}, not ${unknown.join(', ')}`);
}

/** Checks the scheme (RFC 3986 3.1, RFC 8252 7.1), which must not be one that browsers use themselves. */
function checkAppScheme(scheme: string): void {
  if (!/^[a-z][a-z0-9+.-]{1,63}$/.test(scheme))
    throw invalidField(
      'app_scheme',
      'must be lower-case letters, digits, +, . and -, and begin with a letter',
    );
  if (OWN_SCHEMES.test(scheme)) throw invalidField('app_scheme', `must not be "${scheme}"`);
}

function checkLifetimes(input: ClientSettings, type: Client['type']): void {
  const access = input.accessTokenLifetime ?? undefined;
  const refresh = input.refreshTokenLifetime ?? undefined;
  checkAll(
    () => checkLifetime('access_token_lifetime', access, type),
    () => checkLifetime('refresh_token_lifetime', refresh, type),
  );
  if (refresh !== undefined && refresh < (access ?? 0))
    throw invalidField('refresh_token_lifetime', 'must be at least as long as that of access tokens');
}

function checkLifetime(field: string, seconds: number | undefined, type: Client['type']): void {
  if (seconds === undefined) return;
  if (seconds < minLifetimeOf(type)) {
    const reason = ': with less, known apps refresh constantly or sign people out';
    throw invalidField(field, `must be at least ${type === 'distributor' ? '5m' : `72h${reason}`}`);
  }
  if (seconds > maxTokenLifetime) throw invalidField(field, 'must be at most 3650d');
}

const OWN_SCHEMES =
  /^(https?|wss?|ftp|file|data|blob|javascript|vbscript|about|mailto|tel|sms|intent|content|filesystem|chrome.*|view-source)$/;

/** Requires an absolute URI without fragment (RFC 6749 3.1.2); an app's own scheme is allowed (RFC 8252). */
function checkRedirectUri(uri: string): void {
  const parsed = URL.parse(uri);
  if (!parsed) throw invalidField('redirect_uris', `"${uri}" is not an absolute URI`);
  if (uri.includes('#')) throw invalidField('redirect_uris', `"${uri}" must not have a fragment`);
  if (/^(javascript|data|file|blob|vbscript|about):$/.test(parsed.protocol)) {
    throw invalidField('redirect_uris', `"${uri}" has a scheme that is not allowed`);
  }
}
