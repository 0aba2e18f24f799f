import type { Client } from './client.ts';

/** What may be set of an application, with the names of the wire; null is as the platform has it. */
export const toSettingsRecord = (client: Client) => ({
  scopes: [...client.scopes],
  redirect_uris: [...client.redirectUris],
  origins: [...client.origins],
  access_token_lifetime: client.accessTokenLifetime ?? null,
  refresh_token_lifetime: client.refreshTokenLifetime ?? null,
  minimum_password_length: client.minimumPasswordLength,
  app_scheme: client.appScheme ?? null,
});
