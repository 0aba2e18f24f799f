import type { Selectable } from 'kysely';
import type { Database } from '../../database/index.ts';
import { randomText } from '../../platform/random-token.ts';

/** The types that an operator registers. A device is not among them: it is created with its channel. */
export const clientTypes = ['mobile', 'distributor', 'manager'] as const;
export type ClientType = (typeof clientTypes)[number];

/** A registered holder of credentials that is not a person. */
export type Client = {
  id: string;
  kind: 'application' | 'manager' | 'device';
  type: ClientType | 'device';
  name: string;
  namespace: string;
  redirectUris: readonly string[];
  origins: readonly string[];
  scopes: readonly string[];
  /** Counted in seconds; undefined means the platform's setting. */
  accessTokenLifetime: number | undefined;
  refreshTokenLifetime: number | undefined;
  minimumPasswordLength: number;
  confirmationHash: string;
  /** The scheme of URLs that open its app. */
  appScheme: string | undefined;
  state: 'enabled' | 'disabled';
  /** When the secret before the last rotation stops working; may be in the past. */
  previousSecretExpires: number | undefined;
  created: number;
  updated: number;
};

/** The scopes each type may request (spec 4.2, 4.3; manager-sdk 1.5). Any other scope is ignored. */
export const scopesOfType: Readonly<Record<ClientType | 'device', readonly string[]>> = {
  mobile: ['application', 'user'],
  distributor: ['distributor', 'application', 'user'],
  manager: ['manager'],
  device: ['device'],
};

/** Creates the secret that authenticates the platform to the client's webhooks (manager-sdk 3.1). */
export const newConfirmationHash = (): string => randomText(40);

export const defaultPasswordLength = 8;
/** Known apps let people choose six characters; less is never allowed. */
export const minPasswordLength = 6;
export const maxPasswordLength = 64;
/**
 * Counted in seconds. With 48 h or less, known clients refresh in a storm or sign out (manager-sdk 1.4,
 * ios-app 1.4).
 */
const minTokenLifetime = 72 * 3600;
/** Counted in seconds. No known app signs in as a distributor: distributors run their own software. */
const minDistributorLifetime = 5 * 60;
/** Ten years, in seconds: more is most likely a typing mistake. */
export const maxTokenLifetime = 3650 * 24 * 3600;

/** Returns the minimum lifetime of a token, in seconds. */
export const minLifetimeOf = (type: Client['type']): number =>
  type === 'distributor' ? minDistributorLifetime : minTokenLifetime;

export function toClient(row: Selectable<Database['clients']>): Client {
  return {
    id: row.id,
    kind: row.kind,
    type: row.type,
    name: row.name,
    namespace: row.namespace,
    redirectUris: JSON.parse(row.redirect_uris_json) as string[],
    origins: JSON.parse(row.origins_json) as string[],
    scopes: JSON.parse(row.scopes_json) as string[],
    accessTokenLifetime: row.access_token_lifetime ?? undefined,
    refreshTokenLifetime: row.refresh_token_lifetime ?? undefined,
    minimumPasswordLength: row.minimum_password_length,
    confirmationHash: row.confirmation_hash,
    appScheme: row.app_scheme ?? undefined,
    state: row.state === 'enabled' ? 'enabled' : 'disabled',
    previousSecretExpires: row.previous_secret_expires ?? undefined,
    created: row.created,
    updated: row.updated,
  };
}
