import { connect, type MqttClient } from 'mqtt';
import { systemClock } from '../../platform/clock.ts';
import { Refusal } from '../../platform/refusal.ts';
import { wait } from '../wait.ts';
import { type SignedIn, signIn } from './sign-in.ts';
import type { Part, Stage } from './stage.ts';

const KEEPALIVE_S = 60;
const RECONNECT_MS = 1_000;
const CONNECT_MS = 30_000;
const FAREWELL_MS = 5_000;
/** Delays before each retry of the sign-in, with backoff for a platform that is busy or starting. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000];

/** Signs in, connects, and subscribes to the device's reads and writes. */
export async function join(part: Part, stage: Stage): Promise<MqttClient> {
  const { token, broker } = await patientSignIn(part, stage);
  const client = connect(stage.broker ?? broker, {
    username: part.clientId,
    password: token,
    clean: true,
    protocolVersion: 4,
    keepalive: KEEPALIVE_S,
    reconnectPeriod: RECONNECT_MS,
    connectTimeout: CONNECT_MS,
    ...(stage.ca ? { ca: stage.ca } : {}),
  });
  follow(client, stage);
  await connected(client);
  await client.subscribeAsync(`/v3/devices/${part.clientId}/channels/#`, { qos: 1 });
  return client;
}

/** Disconnects after pending messages are acknowledged, if that does not take too long. */
export async function leave(client: MqttClient): Promise<void> {
  const deadline = new AbortController();
  await Promise.race([
    client.endAsync(),
    wait(FAREWELL_MS, undefined, { signal: deadline.signal }).catch(() => undefined),
  ]);
  deadline.abort();
  if (!client.disconnected) await client.endAsync(true).catch(() => undefined);
}

async function patientSignIn(part: Part, { server, stop, statistics }: Stage): Promise<SignedIn> {
  for (const pause of PAUSES_MS) {
    try {
      return await signIn(server, part);
    } catch (error) {
      // Wrong credentials are not retried.
      if (error instanceof Refusal || stop.aborted) throw error;
      statistics.failed(error);
      await wait(pause, undefined, { signal: stop });
    }
  }
  return signIn(server, part);
}

function follow(client: MqttClient, { statistics }: Stage): void {
  let isCounted = false;
  client.on('connect', () => {
    isCounted = true;
    statistics.connected();
  });
  client.on('close', () => {
    if (isCounted) statistics.counts.connected -= 1;
    isCounted = false;
  });
  client.on('error', (error) => statistics.failed(error));
}

async function connected(client: MqttClient): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  using _deadline = systemClock.setTimer(CONNECT_MS, () => {
    client.end(true);
    reject(new Error('the broker did not accept the connection in time'));
  });
  client.once('connect', () => resolve());
  client.once('end', () => reject(new Error('the broker refused the connection')));
  await promise;
}
