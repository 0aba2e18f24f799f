import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Observer } from './mqtt-observer.ts';

type Fixture = {
  readonly announce: Readonly<Record<string, unknown>>;
  readonly states: readonly (readonly [topic: string, payload: unknown])[];
};

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'devices', 'fixtures', 'home-assistant');

/** Programs that announce devices; what they send is in files, as they send it. */
export type Announcer = 'esphome' | 'openmqttgateway' | 'tasmota' | 'valetudo' | 'zwave-js-ui';

const messagesOf = (program: Announcer): Fixture =>
  JSON.parse(readFileSync(join(FOLDER, `${program}.json`), 'utf8')) as Fixture;

/** Announces the devices of a program. */
export async function announce(seen: Observer, program: Announcer, isRetained = true): Promise<void> {
  for (const [topic, payload] of Object.entries(messagesOf(program).announce))
    await seen.publish(topic, payload, isRetained);
}

/** Publishes what the devices of a program say of themselves. */
export async function announceStates(seen: Observer, program: Announcer, isRetained = true): Promise<void> {
  for (const [topic, payload] of messagesOf(program).states) await seen.publish(topic, payload, isRetained);
}

/** Removes the devices whose announcements have this in their topic. */
export async function withdraw(seen: Observer, program: Announcer, part: string): Promise<void> {
  for (const topic of Object.keys(messagesOf(program).announce))
    if (topic.includes(part)) await seen.publish(topic, '', true);
}

/** Returns an announcement, to be changed and sent again. */
export function announcementIn(program: Announcer, topic: string): Readonly<Record<string, unknown>> {
  const found = messagesOf(program).announce[topic];
  if (typeof found !== 'object' || found === null) throw new Error(`${program} does not announce ${topic}`);
  return found as Readonly<Record<string, unknown>>;
}
