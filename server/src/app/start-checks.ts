import { hash } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { LivingServer, Traits } from '../core/servers/index.ts';
import { migrations } from '../database/index.ts';
import { ownFiles } from '../platform/certificates/index.ts';
import { type Files, openFiles } from '../platform/files/index.ts';
import { openKeyring } from '../platform/keyring.ts';
import { Refusal } from '../platform/refusal.ts';
import { BUS_VERSION } from '../platform/server-bus/index.ts';
import { certificatesFolder } from './certificates.ts';

/** Says which installation the pictures belong to. Nothing serves or sweeps it, since it is no picture. */
const MARKER = 'platform-id.txt';
const FINGERPRINT_LENGTH = 16;
const OWN = 'own ';

/** Returns the newest migration that this server knows. */
export const newestMigration = (): string => Object.keys(migrations).sort().at(-1) ?? '';

/** Reads what this server has to have in common with the others of its database. */
export async function readTraits(config: Config): Promise<Traits> {
  return {
    schema: newestMigration(),
    bus: busOf(config),
    busVersion: BUS_VERSION,
    keyFingerprint: await openKeyring(config.keysDir).fingerprint(),
    mqttCertificate: await mqttCertificateOf(config),
  };
}

/** Names the addresses without accounts. */
function busOf({ busUrl }: Pick<Config, 'busUrl'>): string {
  const hosts = busUrl?.split(',').map((each) => new URL(each).host);
  return hosts === undefined ? 'PostgreSQL' : `nats://${hosts.toSorted().join(',')}`;
}

async function mqttCertificateOf(config: Config): Promise<string> {
  const { tls, tlsPort } = config.mqtt;
  if (tlsPort === undefined) return 'off';
  if (tls) return 'operator';
  const authorities = await ownFiles(certificatesFolder(config)).readAuthorities();
  return `${OWN}${authorities.map(({ certificate }) => fingerprintOf(certificate)).join(' ')}`;
}

const fingerprintOf = (text: string): string =>
  hash('sha256', text, 'base64url').slice(0, FINGERPRINT_LENGTH);

/** What keeps a server from working beside others, and what to do about it. */
export type Misfit = { readonly says: string; readonly todo: string };

/** Returns what keeps a server with these settings from working beside another one. */
export function findMisfits(config: Config, own: Traits, other: LivingServer): Misfit[] {
  const { name, version } = other;
  const found: Misfit[] = [];
  const add = (isMisfit: boolean, says: string, todo: string) => {
    if (isMisfit) found.push({ says, todo });
  };
  add(
    !(other.schema in migrations) && other.schema < own.schema,
    `the server ${name} runs version ${version} with tables of another line of development (${other.schema}, here ${own.schema})`,
    'stop it first, or start the version that it runs',
  );
  add(
    own.keyFingerprint !== other.keyFingerprint,
    `the keys in ${config.keysDir} are not those of the server ${name}`,
    'set KEYS_DIR to the same keys on every server, or copy the folder',
  );
  add(
    own.bus !== other.bus,
    `BUS_URL leads to ${own.bus}, and that of the server ${name} to ${other.bus}`,
    'set the same BUS_URL on every server',
  );
  add(
    own.mqttCertificate.startsWith(OWN) && !isSameCertificate(own, other),
    `MQTT over TLS has another CA than at the server ${name}`,
    `set MQTT_TLS_CERT and MQTT_TLS_KEY on every server, copy the folder certificates of its DATA_DIR into ${config.dataDir}, or set MQTTS_PORT=off`,
  );
  return found;
}

/** A server that starts has made no authority yet, and one without MQTT over TLS serves none. */
const isSameCertificate = (own: Traits, { mqttCertificate }: LivingServer): boolean =>
  ['off', OWN, own.mqttCertificate].includes(mqttCertificate);

/** Returns what is wrong when the pictures are not those of this database. */
export async function findOtherFiles(config: Config, databaseId: string): Promise<Misfit[]> {
  const marker = await readMarker(await openFiles(config.files));
  if (marker === databaseId) return [];
  const place = 'folder' in config.files ? config.files.folder : `the bucket ${config.files.bucket.bucket}`;
  const found = marker === undefined ? `has no file ${MARKER}` : `is of another installation (${MARKER})`;
  return [
    { says: `${place} ${found}`, todo: 'set FILES_URL to the folder or bucket of the servers that run' },
  ];
}

/** Writes to which database the pictures belong. Only a server that is alone does. */
async function claimFiles(config: Config, databaseId: string): Promise<void> {
  const files = await openFiles(config.files);
  if ((await readMarker(files)) === databaseId) return;
  const other = await files.find(MARKER);
  if (other) await files.remove(other);
  await files.put(MARKER, Buffer.from(`${databaseId}\n`));
}

const readMarker = async (files: Files): Promise<string | undefined> =>
  (await files.get(MARKER))?.toString().trim();

type Start = {
  readonly config: Config;
  readonly traits: Traits;
  readonly databaseId: string;
  /** Whether the time of the database is known within a second. */
  readonly knowsTime: () => boolean;
};

/** Throws a Refusal when this server does not fit those that run on its database already. */
export async function refuseMisfit(
  { config, traits, databaseId, knowsTime }: Start,
  earlier: readonly LivingServer[],
): Promise<void> {
  if (earlier.length === 0) return claimFiles(config, databaseId);
  const found = [
    ...earlier.flatMap((other) => findMisfits(config, traits, other)),
    ...(await findOtherFiles(config, databaseId)),
    ...(knowsTime() ? [] : [SLOW]),
  ];
  if (found.length === 0) return;
  const lines = new Set(found.map(({ says, todo }) => `- ${says}: ${todo}`));
  throw new Refusal(`${HEADLINE}\n${[...lines].join('\n')}`);
}

const HEADLINE =
  'this server does not fit those that run on its database (one that was killed counts for ten seconds):';

const SLOW: Misfit = {
  says: 'the database took more than 2 seconds to answer, so that its time is not known',
  todo: 'see whether it or the network is overloaded',
};
