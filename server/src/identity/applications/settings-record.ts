import type { RegisteredClient } from './client.ts';

type Settings = Pick<
  RegisteredClient,
  | 'scopes'
  | 'redirectUris'
  | 'origins'
  | 'accessTokenLifetime'
  | 'refreshTokenLifetime'
  | 'minimumPasswordLength'
  | 'appScheme'
>;

/** Maps an application's settings to their names on the wire; null means the platform's default. */
export const toSettingsRecord = (client: Settings) => ({
  scopes: [...client.scopes],
  redirect_uris: [...client.redirectUris],
  origins: [...client.origins],
  access_token_lifetime: client.accessTokenLifetime ?? null,
  refresh_token_lifetime: client.refreshTokenLifetime ?? null,
  minimum_password_length: client.minimumPasswordLength,
  app_scheme: client.appScheme ?? null,
});
