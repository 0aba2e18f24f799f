import mqtt from 'mqtt';

export type Message = readonly [topic: string, body: unknown, options?: { readonly retain: boolean }];

/** A program on a device, as its MQTT server sees it. */
export type Firmware = {
  /** Published by the MQTT server when the device loses its power. */
  readonly will: readonly [topic: string, payload: string];
  readonly subscriptions: readonly string[];
  /** Returns what it publishes whenever it has connected. */
  hello(): readonly Message[];
  /** Returns what it publishes when it has received a message. */
  obey(topic: string, text: string): readonly Message[];
};

export type PlayedDevice = AsyncDisposable & {
  /** Publishes what the device says of its own accord. */
  say(...messages: readonly Message[]): Promise<void>;
  /** Loses the power: the MQTT server publishes its will. */
  cut(): void;
};

const RETAINED = { retain: true };
const RECONNECT_MS = 200;

/** Switches a device on. Like a real one, it connects again when the MQTT server is back. */
export function play(port: number, { will, subscriptions, hello, obey }: Firmware): PlayedDevice {
  const [topic, payload] = will;
  const client = mqtt.connect(`mqtt://127.0.0.1:${port}`, {
    reconnectPeriod: RECONNECT_MS,
    will: { topic, payload: Buffer.from(payload), qos: 0, retain: true },
  });
  const say = async (...messages: readonly Message[]) => {
    for (const [to, body, options = { retain: false }] of messages)
      await client.publishAsync(to, typeof body === 'string' ? body : JSON.stringify(body), options);
  };
  client.on('connect', () => {
    client.subscribe([...subscriptions]);
    void say(...hello());
  });
  client.on('message', (to, text) => void say(...obey(to, text.toString())));
  // A refused connection is tried again.
  client.on('error', () => {});
  return {
    say,
    cut: () => {
      client.options.reconnectPeriod = 0;
      client.stream.destroy();
    },
    [Symbol.asyncDispose]: () => client.endAsync(true),
  };
}

/** A node of ESPHome on a terrace, with a socket that measures, and an awning. It retains what it publishes. */
export function esphomeNode(): Firmware {
  const node = 'terrace';
  const at = (rest: string) => `${node}/${rest}`;
  const dev = { ids: '94b97e1f2a30', name: 'Terrace', sw: '2026.9.1', mdl: 'esp32dev', mf: 'Espressif' };
  const announce = (part: string, object: string, members: object): Message => [
    `homeassistant/${part}/${node}/${object}/config`,
    { avty_t: at('status'), uniq_id: `ESP${part}${object}`, dev, ...members },
    RETAINED,
  ];
  const state = { socket: 'OFF', awning: 100 };
  const socket = (): Message => [at('switch/socket/state'), state.socket, RETAINED];
  const awning = (): readonly Message[] => [
    [at('cover/awning/state'), state.awning > 0 ? 'open' : 'closed', RETAINED],
    [at('cover/awning/position/state'), String(state.awning), RETAINED],
  ];
  const move = (position: number) => {
    state.awning = position;
    return awning();
  };
  return {
    will: [at('status'), 'offline'],
    subscriptions: [
      at('switch/socket/command'),
      at('cover/awning/command'),
      at('cover/awning/position/command'),
    ],
    hello: () => [
      announce('switch', 'socket', {
        name: 'Socket',
        stat_t: at('switch/socket/state'),
        cmd_t: at('switch/socket/command'),
      }),
      announce('sensor', 'power', {
        name: 'Power',
        dev_cla: 'power',
        unit_of_meas: 'W',
        stat_t: at('sensor/power/state'),
      }),
      announce('cover', 'awning', {
        name: 'Awning',
        dev_cla: 'awning',
        stat_t: at('cover/awning/state'),
        cmd_t: at('cover/awning/command'),
        pos_t: at('cover/awning/position/state'),
        set_pos_t: at('cover/awning/position/command'),
      }),
      [at('status'), 'online', RETAINED],
      socket(),
      [at('sensor/power/state'), '41.5', RETAINED],
      ...awning(),
    ],
    obey: (topic, text) => {
      if (topic.endsWith('position/command')) return move(Number(text));
      if (topic.startsWith(at('cover'))) return move(text === 'OPEN' ? 100 : 0);
      state.socket = text;
      return [socket()];
    },
  };
}

/** A relay with Tasmota that announces itself in the format of Tasmota (`SetOption19 0`), and retains no values. */
export function tasmotaRelay(): Firmware {
  const mac = '8CAAB5D0117E';
  const name = 'tasmota_D0117E';
  const state = { POWER: 'OFF' };
  const energy = { ENERGY: { Total: 12.51, Power: 0, Voltage: 230, Current: 0 } };
  const config = {
    ...{
      ip: '192.168.15.20',
      dn: 'Fountain',
      fn: ['Fountain', null],
      hn: name,
      mac,
      md: 'Sonoff S31',
      ty: 0,
    },
    ...{ if: 0, ofln: 'Offline', onln: 'Online', state: ['OFF', 'ON', 'TOGGLE', 'HOLD'], sw: '15.1.0' },
    ...{ t: name, ft: '%prefix%/%topic%/', tp: ['cmnd', 'stat', 'tele'], rl: [1, 0], swc: [-1], swn: [null] },
    ...{ btn: [0, 0], so: { 4: 0, 11: 0, 13: 0, 17: 0, 20: 0, 30: 0, 68: 0, 73: 0, 82: 0, 114: 0 }, lk: 0 },
    ...{ lt_st: 0, bat: 0, dslp: 0, sho: [], sht: [], ver: 1 },
  };
  return {
    will: [`tele/${name}/LWT`, 'Offline'],
    subscriptions: [`cmnd/${name}/#`],
    hello: () => [
      [`tele/${name}/LWT`, 'Online', RETAINED],
      [`tasmota/discovery/${mac}/config`, config, RETAINED],
      [
        `tasmota/discovery/${mac}/sensors`,
        { sn: { Time: '2026-11-22T19:00:00', ...energy }, ver: 1 },
        RETAINED,
      ],
      [`tele/${name}/STATE`, { Time: '2026-11-22T19:00:00', ...state }],
      [`tele/${name}/SENSOR`, { Time: '2026-11-22T19:00:00', ...energy }],
    ],
    obey: (topic, text) => {
      const command = topic.split('/').at(-1)?.toUpperCase() ?? '';
      if (command === 'STATE') return [[`stat/${name}/RESULT`, { Time: '2026-11-22T19:00:00', ...state }]];
      if (command === 'STATUS')
        return [[`stat/${name}/STATUS10`, { StatusSNS: { Time: '2026-11-22T19:00:00', ...energy } }]];
      if (!/^POWER1?$/.test(command)) return [];
      if (text !== '') state.POWER = text;
      return [
        [`stat/${name}/RESULT`, state],
        [`stat/${name}/POWER`, state.POWER],
      ];
    },
  };
}

/**
 * A network of Z-Wave JS UI with a dimmer. It retains values but not its announcements, so it repeats them for the
 * birth message.
 */
export function zwaveNetwork(): Firmware {
  const at = (rest: string) => `zwave/${rest}`;
  const level = { now: 50 };
  const time = 1_795_424_000_000;
  const availabilityOf = (topic: string) => ({
    ...{ payload_available: 'true', payload_not_available: 'false', topic },
    value_template: "{{'true' if value_json.value else 'false'}}",
  });
  const device = {
    identifiers: ['zwavejs2mqtt_0xe1a4c2b7_node11'],
    manufacturer: 'Fibaro',
    model: 'Dimmer 2 (FGD212)',
    name: 'Stairs',
    sw_version: '3.5',
  };
  const current = (): Message => [at('Stairs/38/0/currentValue'), { time, value: level.now }, RETAINED];
  const announcements = (): readonly Message[] => [
    [
      'homeassistant/light/Stairs/dimmer/config',
      {
        state_topic: at('Stairs/38/0/currentValue'),
        command_topic: at('Stairs/38/0/targetValue/set'),
        state_value_template: '{{ "OFF" if value_json.value == 0 else "ON" }}',
        brightness_command_topic: at('Stairs/38/0/targetValue/set'),
        brightness_scale: 99,
        brightness_state_topic: at('Stairs/38/0/currentValue'),
        brightness_value_template: '{{ value_json.value }}',
        on_command_type: 'brightness',
        availability: ['Stairs/status', '_CLIENTS/ZWAVE_GATEWAY-home/status'].map((each) =>
          availabilityOf(at(each)),
        ),
        availability_mode: 'all',
        device,
        name: 'Stairs_dimmer',
        unique_id: 'zwavejs2mqtt_0xe1a4c2b7_11-38-0-currentValue',
      },
    ],
    [
      'homeassistant/sensor/Stairs/electric_w_value/config',
      {
        state_topic: at('Stairs/50/0/value/66049'),
        value_template: '{{ value_json.value }}',
        device_class: 'power',
        state_class: 'measurement',
        unit_of_measurement: 'W',
        device,
        name: 'Stairs_electric_w_value',
        unique_id: 'zwavejs2mqtt_0xe1a4c2b7_11-50-0-value-66049',
      },
    ],
  ];
  return {
    will: [at('_CLIENTS/ZWAVE_GATEWAY-home/status'), '{"value":false}'],
    subscriptions: [at('+/+/+/targetValue/set'), 'homeassistant/status'],
    hello: () => [
      ...announcements(),
      [at('_CLIENTS/ZWAVE_GATEWAY-home/status'), { value: true, time }, RETAINED],
      [at('Stairs/status'), { time, value: true, status: 'Alive', nodeId: 11 }, RETAINED],
      current(),
      [at('Stairs/50/0/value/66049'), { time, value: 12.4 }, RETAINED],
    ],
    obey: (topic, text) => {
      if (topic === 'homeassistant/status') return text === 'online' ? announcements() : [];
      level.now = text === 'OFF' ? 0 : Number(text);
      return [current()];
    },
  };
}
