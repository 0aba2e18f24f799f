import {
  type PortalApplication,
  type PortalApplicationDetail,
  type PortalApplicationOptions,
  toTimestamp,
} from '@azulejo/contract';
import type { Webhooks } from '../../connections/managers/index.ts';
import {
  type Client,
  type ClientChanges,
  clientTypes,
  defaultPasswordLength,
  maxPasswordLength,
  maxTokenLifetime,
  minLifetimeOf,
  minPasswordLength,
  type RegisteredClient,
  scopesOfType,
  toSettingsRecord,
} from '../../identity/applications/index.ts';

type Extras = { users: number; isHome: boolean };

/** Converts an application for the list.  */
export function toListed(client: RegisteredClient, { users, isHome }: Extras): PortalApplication {
  return {
    client_id: client.id,
    name: client.name,
    type: client.type,
    namespace: client.namespace,
    state: client.state,
    is_home: isHome,
    users,
    created: toTimestamp(client.created),
    updated: toTimestamp(client.updated),
  };
}

type DetailExtras = Extras & {
  now: number;
  worksFor: readonly Client[];
  workedForBy: readonly Client[];
  templates: readonly { id: string; name: string }[];
  webhooks: Webhooks | undefined;
  exampleUserId: string | undefined;
};

export function toDetail(client: RegisteredClient, extras: DetailExtras): PortalApplicationDetail {
  const { previousSecretExpires: expires } = client;
  const linked = (clients: readonly Client[]) =>
    clients.map(({ id, name, namespace }) => ({ client_id: id, name, namespace }));
  return {
    ...toListed(client, extras),
    ...toSettingsRecord(client),
    previous_secret_expires: expires !== undefined && expires > extras.now ? toTimestamp(expires) : null,
    works_for: linked(extras.worksFor),
    distributors: linked(extras.workedForBy),
    templates: extras.templates.map(({ id, name }) => ({ id, name })),
    ...(extras.webhooks && {
      webhooks: Object.entries(extras.webhooks).map(([name, url]) => ({ name, url })),
    }),
    example_user_id: extras.exampleUserId ?? null,
  };
}

type Settings = {
  redirect_uris?: string[];
  origins?: string[];
  scopes?: string[];
  access_token_lifetime?: number | null;
  refresh_token_lifetime?: number | null;
  minimum_password_length?: number;
  app_scheme?: string | null;
};

export const readSettings = (input: Settings): ClientChanges => ({
  redirectUris: input.redirect_uris,
  origins: input.origins,
  scopes: input.scopes,
  accessTokenLifetime: input.access_token_lifetime,
  refreshTokenLifetime: input.refresh_token_lifetime,
  minimumPasswordLength: input.minimum_password_length,
  appScheme: input.app_scheme,
});

type Platform = {
  tokenLifetimes: { user: number; client: number; refresh: number };
  endpoints: { http: string; mqtt: string[] };
};

export const toOptions = ({ tokenLifetimes, endpoints }: Platform): PortalApplicationOptions => ({
  types: clientTypes.map((type) => ({
    type,
    scopes: [...scopesOfType[type]],
    least_token_lifetime: minLifetimeOf(type),
    access_token_lifetime: type === 'mobile' ? tokenLifetimes.user : tokenLifetimes.client,
  })),
  refresh_token_lifetime: tokenLifetimes.refresh,
  most_token_lifetime: maxTokenLifetime,
  least_password_length: minPasswordLength,
  most_password_length: maxPasswordLength,
  default_password_length: defaultPasswordLength,
  endpoints,
});
