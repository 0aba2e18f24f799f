import type { Selectable } from 'kysely';
import type { Database } from '../../database/index.ts';

/** Those that an operator registers as such; a device is made with its channel. */
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
  /** Seconds; undefined is the platform's setting. */
  accessTokenLifetime: number | undefined;
  refreshTokenLifetime: number | undefined;
  minimumPasswordLength: number;
  confirmationHash: string;
  /** Of URLs that open its app. */
  appScheme: string | undefined;
  state: 'enabled' | 'disabled';
  /** Until when the secret before the last rotation is taken; it may be past. */
  previousSecretExpires: number | undefined;
  created: number;
  updated: number;
};

/** What each type may ask for (spec 4.2, 4.3; manager-sdk 1.5). Whatever else is asked for is ignored. */
export const scopesOfType: Readonly<Record<ClientType | 'device', readonly string[]>> = {
  mobile: ['application', 'user'],
  distributor: ['distributor', 'application', 'user'],
  manager: ['manager'],
  device: ['device'],
};

export const defaultPasswordLength = 8;
/** Known apps let people choose six characters; less is never allowed. */
export const minPasswordLength = 6;
export const maxPasswordLength = 64;
/** Known clients storm or sign out with access tokens of 48 h or less (manager-sdk 1.4, ios-app 1.4). */
const minTokenLifetime = 72 * 3600;
/** No known app signs in as a distributor: its software is its owner's. */
const minDistributorLifetime = 5 * 60;
/** Ten years: beyond is a slip of the pen. */
export const maxTokenLifetime = 3650 * 24 * 3600;

/** Seconds. */
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
