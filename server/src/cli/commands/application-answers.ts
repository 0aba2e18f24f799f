import type { PortalApplicationDetail } from '@azulejo/contract';
import type { Answer } from '../run.ts';
import { durationText, isoTime, list, record, timeText } from '../text.ts';

/** Returns the record for `--json`. */
export const toApplicationRecord = (application: PortalApplicationDetail) => ({
  client_id: application.client_id,
  name: application.name,
  type: application.type,
  namespace: application.namespace,
  state: application.state,
  scopes: application.scopes,
  redirect_uris: application.redirect_uris,
  origins: application.origins,
  access_token_lifetime: application.access_token_lifetime,
  refresh_token_lifetime: application.refresh_token_lifetime,
  minimum_password_length: application.minimum_password_length,
  app_scheme: application.app_scheme,
  created: isoTime(application.created),
  updated: isoTime(application.updated),
});

export function describeApplication(
  heading: string,
  application: PortalApplicationDetail,
  more: Record<string, string> = {},
): string {
  const lifetime = (seconds: number | null) =>
    seconds === null ? 'platform default' : durationText(seconds);
  return record(heading, {
    client_id: application.client_id,
    ...more,
    type: application.type,
    namespace: application.namespace,
    state: application.state,
    scopes: application.scopes.join(' '),
    'redirect URIs': application.redirect_uris.join('\n') || undefined,
    origins: application.origins.join('\n') || undefined,
    'access tokens': lifetime(application.access_token_lifetime),
    'refresh tokens': lifetime(application.refresh_token_lifetime),
    'app scheme': application.app_scheme ?? undefined,
    'minimum password': `${application.minimum_password_length} characters`,
    created: timeText(Date.parse(application.created)),
  });
}

export function showApplications(applications: readonly PortalApplicationDetail[]): Answer {
  const rows = applications.map(({ client_id, name, type, namespace, state }) => [
    name,
    type,
    namespace,
    state,
    client_id,
  ]);
  return {
    data: applications.map(toApplicationRecord),
    text: list(['NAME', 'TYPE', 'NAMESPACE', 'STATE', 'CLIENT_ID'], rows, 'There are no applications yet.'),
  };
}

export function showApplication(application: PortalApplicationDetail): Answer {
  const worksFor = application.works_for.map(({ namespace }) => namespace);
  const distributors = application.distributors.map(({ namespace }) => namespace);
  const links = {
    ...(worksFor.length > 0 ? { 'works for': worksFor.join('\n') } : {}),
    ...(distributors.length > 0 ? { distributors: distributors.join('\n') } : {}),
  };
  return {
    data: { ...toApplicationRecord(application), works_for: worksFor, distributors },
    text: describeApplication(application.name, application, links),
  };
}

/** Returns the answer to a new secret, which is shown once: its record for `--json`, and its lines. */
export function showNewSecret(
  name: string,
  {
    client_secret,
    previous_secret_expires: until,
  }: { client_secret: string; previous_secret_expires: string | null },
) {
  return {
    data: { client_secret, previous_secret_expires: until === null ? null : isoTime(until) },
    text: [
      `The new client_secret of ${name}, shown only once:`,
      `  ${client_secret}`,
      ...(until === null ? [] : [`The previous one works until ${timeText(Date.parse(until))}.`]),
    ].join('\n'),
  };
}
