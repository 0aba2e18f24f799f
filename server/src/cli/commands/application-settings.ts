/** The settings of an application, as options of commands; `false` is the option with `--no-`. */
export type SettingOptions = {
  redirectUri?: string[] | false;
  origin?: string[] | false;
  scope?: string[];
  accessTokenLifetime?: number | false;
  refreshTokenLifetime?: number | false;
  minimumPasswordLength?: number;
  appScheme?: string | false;
};

/** Returns the settings with the names of the API. Those that are not given are undefined. */
export const toSettings = (options: SettingOptions) => ({
  redirect_uris: options.redirectUri === false ? [] : options.redirectUri,
  origins: options.origin === false ? [] : options.origin,
  scopes: options.scope,
  access_token_lifetime: orNull(options.accessTokenLifetime),
  refresh_token_lifetime: orNull(options.refreshTokenLifetime),
  minimum_password_length: options.minimumPasswordLength,
  app_scheme: orNull(options.appScheme),
});

const orNull = <Value>(value: Value | false | undefined): Value | null | undefined =>
  value === false ? null : value;
