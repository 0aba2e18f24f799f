import type { AnnouncedBy, Announcement } from './entity.ts';
import { commandTopic } from './point.ts';
import { partsOf } from './tasmota-parts.ts';
import { sensorsOf } from './tasmota-sensors.ts';
import { type At, topicsOf } from './tasmota-topics.ts';
import { isMembers, type Members, NotMapped, numberOf, textOf } from './text.ts';
import { parsedJson } from './value-template.ts';

/** The part of a topic after `tasmota/discovery/` (tasmota.github.io, "MQTT discovery"). */
const TOPIC = /^([0-9A-F]{12})\/(config|sensors)$/;

export const isTasmotaTopic = (topic: string): boolean => TOPIC.test(topic);

/**
 * Reads a message of Tasmota's own discovery in the terms of Home Assistant's. `config` is the device's other
 * message, which has its topics, when this one is about its sensors. Returns undefined for a removal.
 * Throws NotMapped.
 */
export function readTasmota(topic: string, payload: string, config: string): Announcement | undefined {
  const [, mac = '', part] = TOPIC.exec(topic) ?? [];
  if (mac === '') throw new NotMapped('wrong_topic');
  if (payload.trim() === '' || config.trim() === '') return undefined;
  const device = parsedJson(config);
  const message = parsedJson(payload);
  if (!isMembers(device) || !isMembers(message)) throw new NotMapped('no_json');
  const at = topicsOf(device, mac);
  const shared = presenceOf(device, at);
  const { entities, unmapped = [] } =
    part === 'config' ? { entities: partsOf(device, at) } : sensorsOf(message, device, at);
  const asks = [
    { topic: commandTopic(at('cmnd', 'STATE')), payload: '', retain: false },
    // Answered by the values of all sensors, which the device sends by itself only every few minutes.
    { topic: commandTopic(at('cmnd', 'STATUS')), payload: '10', retain: false },
  ];
  return {
    device: announcedBy(device, mac),
    entities: entities.map((entity) => ({ ...entity, config: { ...shared, ...entity.config } })),
    ...(part === 'config' && { asks }),
    unmapped,
  };
}

/** A device that sleeps most of the time says that it is offline whenever it does. */
const presenceOf = (device: Members, at: At): Members =>
  (numberOf(device['dslp']) ?? 0) > 0
    ? {}
    : {
        availability_topic: at('tele', 'LWT'),
        payload_available: device['onln'] ?? 'Online',
        payload_not_available: device['ofln'] ?? 'Offline',
      };

function announcedBy(device: Members, mac: string): AnnouncedBy {
  const name = textOf(device['dn']) || textOf(device['hn']) || mac;
  const model = textOf(device['md']) || 'Device';
  const cut = (text: string) => text.slice(0, 80);
  return {
    key: mac,
    name: cut(name),
    vendor: 'Tasmota',
    model: cut(model),
    area: '',
    identifiers: [mac, name, model],
    origin: 'Tasmota',
  };
}
