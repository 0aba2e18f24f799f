import type { Features } from '../../app/features.ts';
import { type Client, toSettingsRecord } from '../../people/applications/index.ts';
import type { Answer } from '../run.ts';
import { durationText, list, record, timeText } from '../text.ts';

type Links = Awaited<ReturnType<Features['applications']['linksOf']>>;

/** Returns the record for `--json`, with the names of the wire. Secrets are not part of a client. */
export function toApplicationRecord(client: Client) {
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
  client: Client,
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

export function showApplications(clients: readonly Client[]): Answer {
  const rows = clients.map(({ id, name, type, namespace, state }) => [name, type, namespace, state, id]);
  return {
    data: clients.map(toApplicationRecord),
    text: list(['NAME', 'TYPE', 'NAMESPACE', 'STATE', 'CLIENT_ID'], rows, 'There are no applications yet.'),
  };
}

export function showApplication(client: Client, { worksFor, workedForBy }: Links): Answer {
  const names = (linked: readonly Client[]) => linked.map(({ namespace }) => namespace);
  const links = {
    ...(worksFor.length > 0 ? { 'works for': names(worksFor).join('\n') } : {}),
    ...(workedForBy.length > 0 ? { distributors: names(workedForBy).join('\n') } : {}),
  };
  return {
    data: { ...toApplicationRecord(client), works_for: names(worksFor), distributors: names(workedForBy) },
    text: describeApplication(client.name, client, links),
  };
}

export async function showLinked(
  { applications }: Features,
  distributor: string,
  application: string,
  verb: string,
): Promise<Answer> {
  const [from, to] = [await applications.get(distributor), await applications.get(application)];
  return {
    data: {
      distributor: from.id,
      application: to.id,
      is_linked: await applications.worksFor(from.id, to.id),
    },
    text: `${from.name} ${verb} ${to.name}.`,
  };
}
