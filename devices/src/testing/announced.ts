import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChannelTemplate } from '@azulejo/contract';
import { announcedDevice } from '../home-assistant/device.ts';
import { type Announcement, readAnnouncement } from '../home-assistant/entity.ts';
import { exchangeOf, fitsFilter } from '../home-assistant/exchange.ts';
import { readTasmota } from '../home-assistant/tasmota.ts';
import { templateOf } from '../template/template.ts';

type Fixture = {
  readonly announce: Readonly<Record<string, unknown>>;
  readonly states: readonly (readonly [topic: string, payload: unknown])[];
};

export const textIn = (payload: unknown) => (typeof payload === 'string' ? payload : JSON.stringify(payload));
const TASMOTA = 'tasmota/discovery/';

/** Returns the messages of a program, as it sends them. */
export const messagesOf = (program: string): Fixture =>
  JSON.parse(
    readFileSync(
      join(import.meta.dirname, '..', '..', 'fixtures', 'home-assistant', `${program}.json`),
      'utf8',
    ),
  ) as Fixture;

/** Returns what these messages announce. */
export const announcementsIn = (announce: Fixture['announce']): readonly Announcement[] =>
  Object.entries(announce).flatMap(([topic, payload]): Announcement[] => {
    if (!topic.startsWith(TASMOTA))
      return [readAnnouncement(topic.slice('homeassistant/'.length), textIn(payload))].filter(
        (each) => !!each,
      );
    const own = topic.slice(TASMOTA.length);
    const config = announce[`${TASMOTA}${own.split('/')[0]}/config`];
    return [readTasmota(own, textIn(payload), textIn(config))].filter((each) => !!each);
  });

/** Returns the devices that are announced by these messages, by their keys. */
export function announcedIn(announce: Fixture['announce']) {
  const byKey = Map.groupBy(announcementsIn(announce), ({ device }) => device.key);
  return new Map(
    [...byKey].map(([key, [first, ...others]]) => [key, announcedDevice(first as Announcement, ...others)]),
  );
}

/** Returns the id of the first component of a template with this property; empty for none. */
export function componentOf({ properties, components }: ChannelTemplate, property: string): string {
  const type = properties.find(({ id }) => id === property)?.components[0];
  return components.find((each) => each.type === type)?.id ?? '';
}

/** Returns a device of a program, what its states say, and what its writes send. */
export function announced(program: string, key: string) {
  const { announce, states } = messagesOf(program);
  const device = announcedIn(announce).get(key);
  if (!device) throw new Error(`${program} does not announce ${key}`);
  const exchange = exchangeOf(device);
  const receive = (topic: string, payload: unknown) =>
    exchange.topics
      .filter((filter) => fitsFilter(filter, topic))
      .flatMap((filter) => exchange.decode(filter, textIn(payload)).values);
  const template = templateOf(device.definition, { name: program, version: '1' });
  return {
    device,
    exchange,
    template,
    values: Object.fromEntries(
      states
        .flatMap(([topic, payload]) => receive(topic, payload))
        .map(({ property, value }) => [property, value]),
    ),
    receive,
    write: (property: string, value: unknown) =>
      exchange
        .encode({ component: componentOf(template, property), property, value })
        ?.messages.map(({ topic, payload }) => `${topic} ${payload}`),
  };
}
