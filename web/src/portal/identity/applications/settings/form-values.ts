import type { PortalApplicationDetail } from '@azulejo/contract';
import { type Lifetime, toLifetime, toSeconds } from './lifetime.ts';

/** The values of the form, by the names of the wire. */
export type FormValues = {
  name: string;
  redirect_uris: string;
  origins: string;
  scopes: string[];
  access_token_lifetime: Lifetime;
  refresh_token_lifetime: Lifetime;
  minimum_password_length: number | string;
  app_scheme: string;
};

export const toFormValues = (application: PortalApplicationDetail): FormValues => ({
  name: application.name,
  redirect_uris: application.redirect_uris.join('\n'),
  origins: application.origins.join('\n'),
  scopes: application.scopes,
  access_token_lifetime: toLifetime(application.access_token_lifetime),
  refresh_token_lifetime: toLifetime(application.refresh_token_lifetime),
  minimum_password_length: application.minimum_password_length,
  app_scheme: application.app_scheme ?? '',
});

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const toWire = (values: FormValues) => ({
  name: values.name.trim(),
  redirect_uris: lines(values.redirect_uris),
  origins: lines(values.origins),
  scopes: values.scopes,
  access_token_lifetime: toSeconds(values.access_token_lifetime),
  refresh_token_lifetime: toSeconds(values.refresh_token_lifetime),
  minimum_password_length: Number(values.minimum_password_length),
  app_scheme: values.app_scheme.trim() === '' ? null : values.app_scheme.trim(),
});

/** Returns only the changed values, so that concurrent changes of others stay. */
export function changesOf(application: PortalApplicationDetail, values: FormValues) {
  const before: Record<string, unknown> = toWire(toFormValues(application));
  const changed = Object.entries(toWire(values)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(changed) as Partial<ReturnType<typeof toWire>>;
}

/** Returns only the values that were typed since others were sent. */
export const typedSince = (sent: FormValues, values: FormValues): Partial<FormValues> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name as keyof FormValues]),
    ),
  );
