import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { StorageUnavailableError } from '@azulejo/storage';
import type { DemoCredentials } from '../admin/demo/index.ts';
import { certificatesFolder } from '../app/certificates.ts';
import type { StartedServer } from '../app/server.ts';
import { asStart } from '../app/start-step.ts';
import type { Config } from '../config/config.ts';
import { installation } from '../config/installation.ts';
import { brokerUrls } from '../config/mqtt-settings.ts';
import { publicFile } from '../platform/certificates/index.ts';
import { replaceFile } from '../platform/private-files.ts';

/** Returns the file for the first credentials when the output is not a terminal. */
export const credentialsFile = ({ dataDir }: Config): string => join(dataDir, 'demo-credentials.txt');

const ownerLinkFile = ({ dataDir }: Config): string => join(dataDir, 'portal-owner-link.txt');

const isBuilt = (folder: string): boolean => existsSync(join(folder, 'home.html'));

/** Returns the shortest path to a file: a relative one only below the current folder. */
function nameFile(file: string): string {
  const path = relative('.', file);
  return path.startsWith('..') ? file : path;
}

type Output = { isTTY?: boolean; write(text: string): unknown };

/**
 * Prints a summary after the start, with the lines of `introducePortal`. First credentials go to the terminal or to
 * a 0600 file, never to a log.
 */
export async function greet(
  config: Config,
  server: StartedServer,
  portal: readonly string[],
  output: Output,
): Promise<void> {
  const base = config.urls.base;
  const lines = [
    '',
    '  Azulejo is running.',
    '',
    ...(isBuilt(installation.webFolder)
      ? [`    Home           ${base}/home`, `    Portal         ${base}/portal`]
      : ['    Home, Portal   not built: stop the server, run npm ci, and start it again']),
    `    API            ${base}`,
    `    API reference  ${base}/docs`,
    ...introduceMqtt(config),
    `    Data           ${config.databaseUrl ? nameDatabase(config.databaseUrl) : config.dataDir}`,
    '',
    ...portal,
    ...(server.demo
      ? await introduceDemo(server.demo, config, output.isTTY === true)
      : await suggestNext(server)),
  ];
  output.write(`${lines.join('\n')}\n`);
}

const OWNER_LINK_LEASE = 'owner link';
const LINK_ELSEWHERE =
  '  The portal has no owner yet. Another server that runs has the link for the first account: see what it printed.';

/**
 * Creates a link for the first account while the portal has no owner, and returns what the summary says of it.
 * Deletes the file of an earlier link afterwards.
 */
export async function introducePortal(
  config: Config,
  features: StartedServer['features'],
  isTerminal: boolean,
): Promise<string[]> {
  const file = ownerLinkFile(config);
  const { invitations } = features.portalAccounts;
  // A link replaces the one before: of servers that start together, only one may create it.
  await features.leases.want([OWNER_LINK_LEASE]);
  const isElsewhere = !features.leases.holds(OWNER_LINK_LEASE) && (await invitations.needsOwner());
  if (isElsewhere) return [LINK_ELSEWHERE, ''];
  let link: string | undefined;
  try {
    link = await asStart(() => invitations.firstOwner());
  } catch (error) {
    // A full disk does not prevent the start: the server still serves reads.
    if (!(error instanceof StorageUnavailableError)) throw error;
    return [`  The link for the first portal account could not be created: ${error.message}`, ''];
  }
  if (link === undefined) {
    await rm(file, { force: true });
    return [];
  }
  const what = 'The portal has no owner yet. A one-time link to create the first account (valid for 7 days)';
  if (isTerminal) return [`  ${what}:`, '', `    ${link}`, ''];
  await replaceFile(file, `${link}\n`);
  return [`  ${what} is in ${nameFile(file)}`, ''];
}

/**
 * Lists the MQTT URLs, the public one first, and the CA that clients must trust when the certificate is our
 * own.
 */
function introduceMqtt(config: Config): string[] {
  const { urls, mqtt } = config;
  const [first, ...others] = [...brokerUrls(config).toReversed(), `${urls.base.replace(/^http/, 'ws')}/mqtt`];
  const isOwn = mqtt.tlsPort !== undefined && mqtt.tls === undefined;
  const file = publicFile(certificatesFolder(config));
  return [
    `    MQTT           ${first}`,
    ...others.map((url) => `                   ${url}`),
    ...(isOwn
      ? [`                   TLS clients need this CA: ${nameFile(file)}, also at ${urls.base}/ca.pem`]
      : []),
  ];
}

/** Returns the host and the database, never the user or the password. */
function nameDatabase(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `PostgreSQL, ${pathname.slice(1) || 'its default database'} on ${host || 'localhost'}`;
}

async function suggestNext(server: StartedServer): Promise<string[]> {
  const isDemo = await server.features.demo.exists();
  const lines = isDemo
    ? [
        '  To set a new password for the demo’s user:',
        '',
        `    ${installation.commandLine} user reset-password ana@demo.example`,
      ]
    : [
        '  To register an application:',
        '',
        `    ${installation.commandLine} application create --type mobile --name "My app"`,
      ];
  return [...lines, ''];
}

async function introduceDemo(demo: DemoCredentials, config: Config, isTerminal: boolean): Promise<string[]> {
  const credentials = demoCredentials(demo, config.urls.auth, config.urls.base);
  if (isTerminal)
    return ['  The demo home was created. Its credentials are shown only once:', '', ...credentials, ''];
  const file = credentialsFile(config);
  await replaceFile(file, `${credentials.join('\n')}\n`);
  return [`  The demo home was created. Its credentials and example commands are in ${nameFile(file)}`, ''];
}

/** Returns the credentials and commands that can be pasted. */
export function demoCredentials(demo: DemoCredentials, authUrl: string, baseUrl: string): string[] {
  return [
    `    open           ${baseUrl}/home`,
    `    username       ${demo.email}`,
    `    password       ${demo.password}`,
    `    client_id      ${demo.clientId}`,
    '',
    '  To sign in from a program and list the tiles of the demo home:',
    '',
    `    TOKEN=$(curl -s ${authUrl}/v3/auth/authorize -d response_type=password -d scope=application,user -d client_id=${demo.clientId} -d username=${demo.email} -d password=${demo.password} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `    curl -s -w '\\n' ${baseUrl}/v3/legacy/users/me/tiles -H "Authorization: Bearer $TOKEN"`,
  ];
}
