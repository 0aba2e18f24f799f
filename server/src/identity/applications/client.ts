import type { Selectable } from 'kysely';
import type { Database } from '../../database/index.ts';
import { randomText } from '../../platform/random-token.ts';

/** The types that an operator registers. A device is not among them: it is created with its channel. */
export const clientTypes = ['mobile', 'distributor', 'manager'] as const;
export type ClientType = (typeof clientTypes)[number];

/** What every holder of credentials that is not a person has. */
type Credentials = {
  id: string;
  name: string;
  namespace: string;
  scopes: readonly string[];
  /** Counted in seconds; undefined means the platform's setting. */
  accessTokenLifetime: number | undefined;
  refreshTokenLifetime: number | undefined;
  state: 'enabled' | 'disabled';
  /** When the secret before the last rotation stops working; may be in the past. */
  previousSecretExpires: number | undefined;
  created: number;
  updated: number;
};

/** What an operator sets when registering a client. */
type Registered = Credentials & {
  redirectUris: readonly string[];
  origins: readonly string[];
  minimumPasswordLength: number;
  confirmationHash: string;
  /** The scheme of URLs that open its app. */
  appScheme: string | undefined;
};

export type ApplicationClient = Registered & { kind: 'application'; type: 'mobile' | 'distributor' };
export type ManagerClient = Registered & { kind: 'manager'; type: 'manager' };
export type DeviceClient = Credentials & { kind: 'device'; type: 'device' };

/** A client that an operator registered. */
export type RegisteredClient = ApplicationClient | ManagerClient;

/** A holder of credentials that is not a person. */
export type Client = RegisteredClient | DeviceClient;

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

type Row = Selectable<Database['clients']>;

export const toClient = (row: Row): Client =>
  row.type === 'device'
    ? { ...toCredentials(row), kind: 'device', type: row.type }
    : toRegistered(row, row.type);

/** Returns a client of a type that is known already. */
export function toRegistered(row: Row, type: ClientType): RegisteredClient {
  const registered = {
    ...toCredentials(row),
    redirectUris: JSON.parse(row.redirect_uris_json) as string[],
    origins: JSON.parse(row.origins_json) as string[],
    minimumPasswordLength: row.minimum_password_length,
    confirmationHash: row.confirmation_hash,
    appScheme: row.app_scheme ?? undefined,
  };
  return type === 'manager'
    ? { ...registered, kind: 'manager', type }
    : { ...registered, kind: 'application', type };
}

const toCredentials = (row: Row): Credentials => ({
  id: row.id,
  name: row.name,
  namespace: row.namespace,
  scopes: JSON.parse(row.scopes_json) as string[],
  accessTokenLifetime: row.access_token_lifetime ?? undefined,
  refreshTokenLifetime: row.refresh_token_lifetime ?? undefined,
  state: row.state === 'enabled' ? 'enabled' : 'disabled',
  previousSecretExpires: row.previous_secret_expires ?? undefined,
  created: row.created,
  updated: row.updated,
});
