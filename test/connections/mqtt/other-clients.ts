import { fileURLToPath } from 'node:url';
import { lacks, type Program, startProgram } from '../../support/programs.ts';
import type { Member } from './live-scene.ts';

/** The address at which a third-party client finds the broker; with `ca`, over TLS. */
export type Door = { readonly port: number; readonly ca?: string };

export type Quality = 0 | 1 | 2;

/** A reason to skip the test, or false. */
export const lacksMosquitto =
  lacks('mosquitto', 'sh', [
    '-c',
    'command -v mosquitto_sub && command -v mosquitto_pub && command -v stdbuf',
  ]) && 'mosquitto_sub and mosquitto_pub are not installed (Debian: mosquitto-clients)';

/** The first Python that has paho. A system may have several. */
const python = ['python3', '/usr/bin/python3'].find(
  (command) => !lacks('paho', command, ['-c', 'import ssl, paho.mqtt.client']),
);
export const lacksPaho =
  python === undefined && 'paho is not installed (Debian: python3-paho-mqtt; else pip install paho-mqtt)';

/** Starts mosquitto_sub, which prints `TOPIC PAYLOAD` of each message. Resolves once it has subscribed. */
export async function mosquittoSub(
  { port, ca }: Door,
  { clientId, token }: Pick<Member, 'clientId' | 'token'>,
  { topic, qos, version = 'mqttv311' }: { topic: string; qos: Quality; version?: string },
): Promise<Program> {
  const sub = startProgram('stdbuf', [
    '-oL',
    'mosquitto_sub',
    ...connectionArguments(port, ca),
    ...['-V', version, '-u', clientId, '-P', token, '-q', String(qos), '-t', topic],
    ...['-d', '-F', '%t %p'],
  ]);
  await sub.line(/^Subscribed /);
  return sub;
}

/** Returns how mosquitto_pub exits: 0 when the message is published and, with QoS 1 and 2, acknowledged. */
export async function mosquittoPub(
  { port, ca }: Door,
  { clientId, token }: Pick<Member, 'clientId' | 'token'>,
  message: { topic: string; payload: object; qos: Quality; version?: string },
): Promise<Awaited<Program['ended']>> {
  const { topic, payload, qos, version = 'mqttv311' } = message;
  await using pub = startProgram('mosquitto_pub', [
    ...connectionArguments(port, ca),
    ...['-V', version, '-u', clientId, '-P', token, '-q', String(qos), '-t', topic],
    ...['-m', JSON.stringify(payload)],
  ]);
  return await pub.ended;
}

const connectionArguments = (port: number, ca: string | undefined): string[] => [
  ...['-h', 'localhost', '-p', String(port)],
  ...(ca === undefined ? [] : ['--cafile', ca]),
];

/**
 * Starts a manager in Python that behaves like a known SDK (manager-sdk 4). It prints `connected CODE`,
 * `subscribed` and the messages it receives.
 */
export function pahoManager(url: string, { clientId, token }: Member, ca?: string): Program {
  const script = fileURLToPath(new URL('paho-manager.py', import.meta.url));
  return startProgram(python ?? 'python3', ['-u', script, url, clientId, token, ...(ca ? [ca] : [])]);
}
