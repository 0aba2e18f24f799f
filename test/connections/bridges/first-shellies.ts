import type { Firmware, Message } from './played-devices.ts';

type Texts = Readonly<Record<string, string>>;
type Model = {
  readonly id: string;
  readonly model: string;
  readonly info: Readonly<Record<string, unknown>>;
  /** What it publishes, by the part of the topic after its own. */
  readonly values: Texts;
  /** Returns what it publishes after a command. */
  obey?(command: string, text: string): Texts;
};

/** What each of them says of its network, its clock and its memory. */
const EVERY = {
  ...{ wifi_sta: { connected: true, rssi: -61 }, cloud: { enabled: false }, mqtt: { connected: true } },
  ...{ time: '19:00', unixtime: 1_764_195_000, has_update: false, uptime: 4711, ram_free: 38_000 },
};

/** A Shelly of the first generation. It retains nothing but whether it is online. */
function firstShelly({ id, model, info, values, obey = () => ({}) }: Model): Firmware {
  const base = `shellies/${id}/`;
  const now = { ...values };
  const announcement: Message = [
    'shellies/announce',
    { id, model, mac: id.split('-').at(-1), ip: '192.168.33.7', new_fw: false, fw_ver: 'v1.14.0' },
  ];
  const messages = (texts: Texts): Message[] =>
    Object.entries(texts).map(([part, text]) => [`${base}${part}`, text]);
  const all = (): Message[] => [[`${base}info`, { ...EVERY, ...info }], ...messages(now)];
  return {
    will: [`${base}online`, 'false'],
    subscriptions: [
      ...['shellies/command', `${base}command`, `${base}+/+/command`, `${base}+/+/command/pos`],
      `${base}+/+/set`,
    ],
    hello: () => [announcement, [`${base}online`, 'true', { retain: true }], ...all()],
    obey: (topic, text) => {
      if (text === 'announce') return [announcement];
      if (text === 'update') return all();
      const changed = obey(topic.slice(base.length), text);
      Object.assign(now, changed);
      return messages(changed);
    },
  };
}

const THERMOMETER = { hwID: '2882379497020381', tC: 7.5, tF: 45.5 };

/** A relay with a thermometer on its add-on. */
export const firstRelay = (id: string): Firmware =>
  firstShelly({
    id,
    model: 'SHSW-1',
    info: {
      ...{ relays: [{ ison: false }], meters: [{ power: 0, is_valid: true }], inputs: [{ input: 0 }] },
      ...{ ext_sensors: { temperature_unit: 'C' }, ext_temperature: { 0: THERMOMETER }, ext_humidity: {} },
    },
    values: { 'relay/0': 'off', 'input/0': '0', 'ext_temperature/0': '7.5' },
    obey: (_, text) => ({ 'relay/0': text }),
  });

/** Shutters that know their position. */
export const firstRoller = (id: string): Firmware =>
  firstShelly({
    id,
    model: 'SHSW-25',
    info: {
      rollers: [{ state: 'stop', positioning: true, current_pos: 40 }],
      meters: [{ power: 0, total: 600 }],
      temperature: 41.5,
    },
    values: {
      ...{ 'roller/0': 'stop', 'roller/0/pos': '40', 'roller/0/power': '0', 'roller/0/energy': '600' },
      temperature: '41.5',
    },
    obey: (command, text) => {
      if (command === 'roller/0/command/pos') return { 'roller/0/pos': text, 'roller/0': 'stop' };
      return { 'roller/0/pos': text === 'open' ? '100' : '0', 'roller/0': 'stop' };
    },
  });

/** A dimmer, which is switched on by a brightness. */
export const firstDimmer = (id: string): Firmware => {
  const light = { ison: false, mode: 'white', brightness: 50 };
  const values = () => ({ 'light/0': light.ison ? 'on' : 'off', 'light/0/status': JSON.stringify(light) });
  return firstShelly({
    id,
    model: 'SHDM-2',
    info: { lights: [{ ...light }], meters: [{ power: 0, total: 0 }], temperature: 38 },
    values: { ...values(), 'light/0/power': '4.5', 'light/0/energy': '120', temperature: '38' },
    obey: (command, text) => {
      const { turn = text, ...set } = (command === 'light/0/set' ? JSON.parse(text) : {}) as {
        turn?: string;
        brightness?: number;
      };
      Object.assign(light, set, { ison: turn === 'on' });
      return values();
    },
  });
};

/** A detector of gas that closes a valve. */
export const firstGasDetector = (id: string): Firmware =>
  firstShelly({
    id,
    model: 'SHGS-1',
    info: {
      gas_sensor: { sensor_state: 'normal', alarm_state: 'none', self_test_state: 'completed' },
      concentration: { ppm: 0, is_valid: true },
      valves: [{ state: 'opened' }],
    },
    values: {
      ...{ 'sensor/operation': 'normal', 'sensor/gas': 'none', 'sensor/self_test': 'completed' },
      ...{ 'sensor/concentration': '12', 'valve/0/state': 'opened' },
    },
    obey: (_, text) => ({ 'valve/0/state': text === 'open' ? 'opened' : 'closed' }),
  });

/** Two outputs, a voltage and a thermometer. */
export const firstUni = (id: string): Firmware =>
  firstShelly({
    id,
    model: 'SHUNI-1',
    info: {
      ...{ relays: [{ ison: false }, { ison: true }], inputs: [{ input: 0 }, { input: 0 }] },
      ...{ adcs: [{ voltage: 12.1 }], ext_temperature: { 0: THERMOMETER } },
    },
    values: {
      ...{ 'relay/0': 'off', 'relay/1': 'on', 'input/0': '0', 'input/1': '0' },
      ...{ 'adc/0': '12.1', 'ext_temperature/0': '7.5' },
    },
    obey: (command, text) => ({ [command.replace('/command', '')]: text }),
  });
