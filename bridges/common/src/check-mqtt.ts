import mqtt, { type MqttClient } from 'mqtt';
import type { MqttAddress } from './mqtt.ts';
import { type SetTimer, setSystemTimer } from './timers.ts';

/** The result of the check; `field` names the wrong setting. */
export type Checked =
  | { readonly field: 'mqtt_url' | 'password' | 'base_topic'; readonly reason: string }
  | { readonly version: string; readonly devices: number; readonly problem: string };

const CONNECT_MS = 5_000;

/** Connects to the MQTT server once, and looks for the other system there. */
export async function checkMqtt(
  address: MqttAddress,
  look: (client: MqttClient) => Promise<Checked>,
  setTimer: SetTimer = setSystemTimer,
): Promise<Checked> {
  const client = mqtt.connect(address.mqtt, {
    reconnectPeriod: 0,
    connectTimeout: CONNECT_MS,
    ...(address.mqttUsername !== undefined && { username: address.mqttUsername }),
    ...(address.mqttPassword !== undefined && { password: address.mqttPassword }),
  });
  try {
    const failure = await connected(client, setTimer);
    return failure ? toChecked(address, failure) : await look(client);
  } finally {
    client.end(true);
  }
}

type Failure = Error & { readonly code?: string | number };

const failureOf = (code: string): Failure => Object.assign(new Error(code), { code });

async function connected(client: MqttClient, setTimer: SetTimer): Promise<Failure | undefined> {
  const { promise, resolve } = Promise.withResolvers<Failure | undefined>();
  client.once('connect', () => resolve(undefined));
  client.on('error', resolve);
  client.once('close', () => resolve(failureOf('ECONNRESET')));
  using _deadline = setTimer(CONNECT_MS, () => resolve(failureOf('ETIMEDOUT')));
  return await promise;
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no host has this name',
  EAI_AGAIN: 'the name of the host could not be resolved',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the network',
  ECONNRESET: 'the server closed the connection',
  ETIMEDOUT: 'there was no answer within 5 seconds',
};

/** Return codes of CONNACK: bad user name or password, and not authorized (MQTT 3.1.1, 3.2.2.3). */
const REFUSED: readonly unknown[] = [4, 5];

function toChecked({ mqtt: url, mqttUsername }: MqttAddress, { code, message }: Failure): Checked {
  if (REFUSED.includes(code)) {
    const reason =
      mqttUsername === undefined
        ? 'is missing: the MQTT server needs a user and a password'
        : 'or user is wrong: the MQTT server refuses them';
    return { field: 'password', reason };
  }
  return { field: 'mqtt_url', reason: `cannot reach ${url}: ${REASONS[`${code}`] ?? message.slice(0, 200)}` };
}
