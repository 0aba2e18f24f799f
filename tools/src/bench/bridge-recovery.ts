import { kill } from 'node:process';
import { setTimeout } from 'node:timers/promises';
import type { Live } from '@azulejo/sdk';
import { type House, LAMP_NAME } from './bridge-house.ts';
import { findBelow } from './bridge-process.ts';
import type { Figure } from './report.ts';

type Address = { readonly channel: string; readonly component: string; readonly property: string };
type Scene = {
  readonly house: House;
  readonly live: Live;
  readonly lamp: Address;
  readonly serverPid: number;
};

const POLL_MS = 100;
const MAX_MS = 120_000;

/**
 * Measures how long people see a wrong availability, and how long writes fail after a crash: 1. one device is
 * gone and back, 2. Zigbee2MQTT is killed and started again, 3. the bridge is killed and the server starts it
 * again.
 */
export async function recoveryTimes({ house, live, lamp, serverPid }: Scene): Promise<Figure[]> {
  const { channel } = lamp;
  const says = (state: string) =>
    house.lamp.publish(`zigbee2mqtt/${LAMP_NAME}/availability`, { state }, true);
  const gone = await seconds(says('offline'), untilAccess(live, channel, false));
  const back = await seconds(says('online'), untilAccess(live, channel, true));
  const stopped = await seconds(house.zigbee.kill(), untilAccess(live, channel, false));
  await house.startAgain();
  const started = await seconds(Promise.resolve(), untilAccess(live, channel, true));
  const pid = await findBelow(serverPid, 'bridges/zigbee2mqtt');
  if (pid === undefined) throw new Error('The server runs no bridge.');
  const killed = await seconds(Promise.resolve(kill(pid, 'SIGKILL')), untilWritten(live, lamp));
  return [
    figure('a device is gone, until its tile says so', gone, 5),
    figure('it is back, until its tile says so', back, 10),
    figure('Zigbee2MQTT was killed, until the tiles say so', stopped, 5),
    figure('it has started again, until the tiles say so', started, 10),
    figure('the bridge was killed, until a write is carried out', killed, 30),
  ];
}

const figure = (name: string, measured: number, atMost: number): Figure => ({
  bench: 'bridge',
  name,
  unit: 's',
  measured,
  aim: { of: 'measured', is: 'at most', value: atMost },
});

/** Measures from now until both are done. */
async function seconds(cause: Promise<unknown>, effect: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await Promise.all([cause, effect]);
  return (performance.now() - began) / 1000;
}

async function untilAccess(live: Live, channel: string, isReachable: boolean): Promise<void> {
  for await (const { property, data } of live.changes({ channels: [channel], initial: true }))
    if (property === 'access' && (data === 'ok') === isReachable) return;
  throw new Error('The connection was closed.');
}

/**
 * Writes again and again until one is carried out. It does not wait for earlier ones: what was sent to the killed
 * bridge stays unanswered until its deadline.
 */
async function untilWritten(live: Live, lamp: Address): Promise<void> {
  const began = performance.now();
  let isDone = false;
  for (let percent = 20; !isDone; percent = 20 + ((percent + 1) % 60)) {
    if (performance.now() - began > MAX_MS) throw new Error('No write was carried out.');
    void live.write(lamp, percent).then(
      () => {
        isDone = true;
      },
      () => undefined,
    );
    await setTimeout(POLL_MS);
  }
}
