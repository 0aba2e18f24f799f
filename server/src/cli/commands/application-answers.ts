import type { Application, ApplicationWithLinks } from '../platform/ports.ts';
import type { Answer } from '../run.ts';
import { durationText, list, record, timeText } from '../text.ts';

/** Returns the record for `--json`, with the names of the wire. Secrets are not part of a client. */
export async function toApplicationRecord(client: Application) {
  const { toSettingsRecord } = await import('../../identity/applications/index.ts');
  return {
    client_id: client.id,
    name: client.name,
    type: client.type,
    namespace: client.namespace,
    state: client.state,
    ...toSettingsRecord(client),
    created: new Date(client.created).toISOString(),
    updated: new Date(client.updated).toISOString(),
  };
}

export function describeApplication(
  heading: string,
  client: Application,
  more: Record<string, string> = {},
): string {
  const lifetime = (seconds: number | undefined) =>
    seconds === undefined ? 'platform default' : durationText(seconds);
  return record(heading, {
    client_id: client.id,
    ...more,
    type: client.type,
    namespace: client.namespace,
    state: client.state,
    scopes: client.scopes.join(' '),
    'redirect URIs': client.redirectUris.join('\n') || undefined,
    origins: client.origins.join('\n') || undefined,
    'access tokens': lifetime(client.accessTokenLifetime),
    'refresh tokens': lifetime(client.refreshTokenLifetime),
    'app scheme': client.appScheme,
    'minimum password': `${client.minimumPasswordLength} characters`,
    created: timeText(client.created),
  });
}

export async function showApplications(clients: readonly Application[]): Promise<Answer> {
  const rows = clients.map(({ id, name, type, namespace, state }) => [name, type, namespace, state, id]);
  return {
    data: await Promise.all(clients.map(toApplicationRecord)),
    text: list(['NAME', 'TYPE', 'NAMESPACE', 'STATE', 'CLIENT_ID'], rows, 'There are no applications yet.'),
  };
}

export async function showApplication({
  application,
  worksFor,
  distributors,
}: ApplicationWithLinks): Promise<Answer> {
  const links = {
    ...(worksFor.length > 0 ? { 'works for': worksFor.join('\n') } : {}),
    ...(distributors.length > 0 ? { distributors: distributors.join('\n') } : {}),
  };
  return {
    data: { ...(await toApplicationRecord(application)), works_for: worksFor, distributors },
    text: describeApplication(application.name, application, links),
  };
}

/** Shows that a distributor works for an application, or no longer does. */
export function showLinked([from, to]: readonly Application[], isLinked: boolean): Answer {
  return {
    data: { distributor: from?.id, application: to?.id, is_linked: isLinked },
    text: `${from?.name} ${isLinked ? 'works for' : 'no longer works for'} ${to?.name}.`,
  };
}
