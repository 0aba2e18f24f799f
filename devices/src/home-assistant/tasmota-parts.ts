import { kebab } from '../template/naming.ts';
import type { Entity } from './entity.ts';
import type { At } from './tasmota-topics.ts';
import { isMembers, listOf, type Members, numberOf, textOf } from './text.ts';

/** These are kinds of relays. */
const RELAY = 1;
const LIGHT = 2;
const SHUTTER = 3;
/** Kinds of lights: a dimmer has one channel, and those with colours have three or more. */
const DIMMER = 1;
const COLD_AND_WARM = 2;
const RGB = 3;
const RGB_AND_WHITE = 4;
const RGB_COLD_AND_WARM = 5;

const MAX_PARTS = 32;
const MAX_NAME = 80;
const ACTIONS = ['SINGLE', 'DOUBLE', 'TRIPLE', 'QUAD', 'PENTA', 'HOLD'];
/** The modes of switches that send presses instead of a state (tasmota.github.io, "Buttons and switches"). */
const PRESSED = new Set([3, 4, 5, 6, 7, 8, 11, 12]);
const SWITCH_ACTIONS = ['TOGGLE', 'ON', 'OFF', 'HOLD', 'INC_DEC', 'INV', 'RELEASE', 'CLEAR'];
/** Bits of the options of a shutter, and its ends. */
const INVERTED = 1;

/** The settings of a device (`SetOption…`, and others) that say how it speaks. */
type Device = {
  readonly members: Members;
  readonly at: At;
  readonly has: (option: number) => boolean;
  /** Returns the settings by which a member of the state is read, which a command also answers. */
  readonly stateOf: (member: string, name: string) => Members;
};

const OPTIONS = {
  answersByCommand: 4,
  asLight: 30,
  separateChannels: 68,
  buttonMessages: 73,
  narrowTemperatures: 82,
  switchMessages: 114,
} as const;

/** Returns the relays, lights, shutters, fans, switches and buttons of a device. */
export function partsOf(members: Members, at: At): Entity[] {
  const options = isMembers(members['so']) ? members['so'] : {};
  const has = (option: number) => numberOf(options[String(option)]) === 1;
  const device: Device = { members, at, has, stateOf: stateReader(at, has(OPTIONS.answersByCommand)) };
  return [
    ...relays(device),
    ...shutters(device),
    ...fan(device),
    ...switches(device),
    ...(has(OPTIONS.buttonMessages) ? buttons(device) : []),
  ];
}

/** Answers are sent to `RESULT`, or to the name of the command. */
const stateReader = (at: At, answersByCommand: boolean) => (member: string, name: string) => ({
  [name]: [
    ...(answersByCommand ? [at('stat', member.toUpperCase()), at('stat', 'STATE')] : []),
    at('stat', 'RESULT'),
    at('tele', 'STATE'),
  ].map((topic) => ({ topic, template: `{{ value_json.${member} }}` })),
});

const listIn = ({ members }: Device, key: string) => listOf(members[key]).slice(0, MAX_PARTS);

/** Returns the name of a part that the device's owner gave it; empty for none. */
const textIn = (text: unknown): string => textOf(text)?.trim().slice(0, MAX_NAME) ?? '';

/** Returns the name of a part. A device that nobody named calls its parts `Tasmota`, `Tasmota2` … */
function labelOf(text: unknown): Pick<Entity, 'label'> {
  const label = textIn(text);
  return label === '' || /^Tasmota\d*$/i.test(label) ? {} : { label };
}

function relays(device: Device): Entity[] {
  const kinds = listIn(device, 'rl').map(numberOf);
  const lights = kinds.flatMap((kind, index) => (kind === LIGHT ? [index] : []));
  const names = listIn(device, 'fn');
  const isFan = numberOf(device.members['if']) === 1;
  const [off = 'OFF', on = 'ON'] = listIn(device, 'state').map(textOf);
  const count = kinds.filter((kind) => kind === RELAY || kind === LIGHT).length;
  // A device with only one power calls it `POWER`, and understands `POWER1` as well.
  const isOnly = kinds.filter((kind) => (kind ?? 0) > 0).length === 1;
  return kinds.flatMap((kind, index): Entity[] => {
    if (kind !== RELAY && kind !== LIGHT) return [];
    const number = isOnly ? '' : String(index + 1);
    const config = {
      ...powerState(device, index, number),
      command_topic: device.at('cmnd', `POWER${number}`),
      payload_on: on,
      payload_off: off,
    };
    const name = count === 1 ? '' : String(index + 1);
    const label = count === 1 ? {} : labelOf(names[index]);
    if (kind === RELAY && !device.has(OPTIONS.asLight) && !(isFan && index === 0))
      return [{ component: 'switch', name, ...label, config }];
    const more = kind === LIGHT && !isFan ? lightConfig(device, lights.indexOf(index), lights.length) : {};
    return [{ component: 'light', name, ...label, config: { ...config, ...more } }];
  });
}

function powerState({ at, has, stateOf }: Device, index: number, number: string): Members {
  const { state_topic: topics } = stateOf(`POWER${number}`, 'state_topic');
  const other = index === 0 ? stateOf(number === '' ? 'POWER1' : 'POWER', 'state_topic')['state_topic'] : [];
  const plain = { topic: at('stat', `POWER${number}`), template: '{{ value }}' };
  return {
    state_topic: [...listOf(topics), ...listOf(other), ...(has(OPTIONS.answersByCommand) ? [plain] : [])],
  };
}

/** Returns what the light has of the channels. Several lights share them: each has one, or colours and white are apart. */
function kindOfLight({ members, has }: Device, index: number, count: number): number {
  const kind = numberOf(members['lt_st']) ?? 0;
  if (has(OPTIONS.separateChannels)) return DIMMER;
  if (count === 1 || kind < RGB_AND_WHITE) return kind;
  return index === 0 ? RGB : kind === RGB_AND_WHITE ? DIMMER : COLD_AND_WARM;
}

function lightConfig(device: Device, index: number, count: number): Members {
  const { at, has, stateOf } = device;
  const kind = kindOfLight(device, index, count);
  const isNarrow = has(OPTIONS.narrowTemperatures);
  const hasTemperature = kind === COLD_AND_WARM || kind === RGB_COLD_AND_WARM;
  const number = count === 1 ? '' : String(index + 1);
  const level = has(OPTIONS.separateChannels) ? `Channel${index + 1}` : `Dimmer${number}`;
  return {
    ...(kind >= DIMMER && {
      ...stateOf(level, 'brightness_state_topic'),
      brightness_command_topic: at('cmnd', level),
      brightness_scale: 100,
    }),
    ...(hasTemperature && {
      ...stateOf('CT', 'color_temp_state_topic'),
      color_temp_command_topic: at('cmnd', 'CT'),
      min_mireds: isNarrow ? 200 : 153,
      max_mireds: isNarrow ? 380 : 500,
    }),
    ...(kind >= RGB && {
      hs_state_topic: [at('stat', 'RESULT'), at('tele', 'STATE')],
      hs_value_template: "{{ value_json.HSBColor.split(',')[:2] | join(',') }}",
      // The third part is the brightness, which stays as it is.
      hs_command_topic: at('cmnd', 'Backlog'),
      hs_command_template: 'HsbColor1 {{ hue | round | int }};HsbColor2 {{ sat | round | int }}',
    }),
  };
}

/** Each shutter has two relays. */
const shutters = (device: Device): Entity[] =>
  listIn(device, 'rl')
    .filter((kind) => numberOf(kind) === SHUTTER)
    .filter((_, index) => index % 2 === 0)
    .map((_, index, all) => ({
      component: 'cover',
      name: all.length === 1 ? '' : String(index + 1),
      config: shutterConfig(device, index),
    }));

function shutterConfig(device: Device, index: number): Members {
  const { at } = device;
  const own = `Shutter${index + 1}`;
  const isInverted = ((numberOf(listIn(device, 'sho')[index]) ?? 0) & INVERTED) !== 0;
  const [closed = 0, open = 0] = listOf(listIn(device, 'sht')[index]).map(numberOf);
  const from = (member: string) => [
    { topic: at('stat', 'RESULT'), template: `{{ value_json.${own}.${member} }}` },
    ...(device.has(OPTIONS.answersByCommand)
      ? [{ topic: at('stat', 'SHUTTER'), template: `{{ value_json.${own}.${member} }}` }]
      : []),
    { topic: at('tele', 'SENSOR'), template: `{{ value_json.${own}.${member} }}` },
    { topic: at('stat', 'STATUS10'), template: `{{ value_json.StatusSNS.${own}.${member} }}` },
  ];
  return {
    position_topic: from('Position'),
    set_position_topic: at('cmnd', `ShutterPosition${index + 1}`),
    ...(isInverted && { position_open: 0, position_closed: 100 }),
    command_topic: at('cmnd', 'Backlog'),
    payload_open: `ShutterOpen${index + 1}`,
    payload_close: `ShutterClose${index + 1}`,
    payload_stop: `ShutterStop${index + 1}`,
    ...(closed !== open && {
      tilt_status_topic: from('Tilt'),
      tilt_command_topic: at('cmnd', `ShutterTilt${index + 1}`),
      tilt_closed_value: closed,
      tilt_opened_value: open,
      tilt_min: Math.min(closed, open),
      tilt_max: Math.max(closed, open),
    }),
  };
}

/** Maps the fan of a Sonoff iFan, which has three speeds; the speed 0 is off. */
const fan = ({ members, at, stateOf }: Device): Entity[] =>
  numberOf(members['if']) === 1
    ? [
        {
          component: 'fan',
          name: '',
          config: {
            ...stateOf('FanSpeed', 'percentage_state_topic'),
            percentage_command_topic: at('cmnd', 'FanSpeed'),
            speed_range_max: 3,
          },
        },
      ]
    : [];

const CONTACT =
  /door|gate|window|contact|tür|fenster|\btor\b|porta|janela|puerta|ventana|porte|fenêtre|deur|raam|дверь|окно/i;
const MOTION = /motion|\bpir\b|bewegung|movimento|movimiento|mouvement|beweging|движен/i;

/** Maps what is wired to an input: a state, or presses of a push-button. */
function switches(device: Device): Entity[] {
  const names = listIn(device, 'swn');
  return listIn(device, 'swc').flatMap((each, index): Entity[] => {
    const mode = numberOf(each) ?? -1;
    if (mode < 0) return [];
    const usual = `Switch${index + 1}`;
    const own = textIn(names[index]) || usual;
    const keys = [...new Set([own, usual])].filter((key) => !/['\]\\]/.test(key));
    if (PRESSED.has(mode)) return device.has(OPTIONS.switchMessages) ? presses(device, index + 1, keys) : [];
    return [
      {
        component: 'binary_sensor',
        name: kebab(own) || kebab(usual),
        label: own.replaceAll('_', ' '),
        config: switchState(device, index, keys, own),
      },
    ];
  });
}

function switchState(
  { at, has, members }: Device,
  index: number,
  keys: readonly string[],
  own: string,
): Members {
  const [off = 'OFF', on = 'ON'] = listOf(members['state']).map(textOf);
  const kind = CONTACT.test(own) ? 'opening' : MOTION.test(own) ? 'motion' : undefined;
  const answer = has(OPTIONS.answersByCommand) ? `SWITCH${index + 1}` : 'RESULT';
  return {
    state_topic: keys.flatMap((key) => [
      { topic: at('tele', 'SENSOR'), template: `{{ value_json['${key}'] }}` },
      { topic: at('stat', 'STATUS10'), template: `{{ value_json.StatusSNS['${key}'] }}` },
      { topic: at('stat', answer), template: `{{ value_json['${key}'].Action }}` },
    ]),
    payload_on: on,
    payload_off: off,
    ...(kind !== undefined && { device_class: kind }),
  };
}

const presses = (device: Device, number: number, keys: readonly string[]): Entity[] =>
  SWITCH_ACTIONS.map((action) => ({
    component: 'device_automation',
    name: `switch-${number}`,
    config: {
      automation_type: 'trigger',
      topic: answersOf(device, `SWITCH${number}`).flatMap((topic) =>
        keys.map((key) => ({ topic, template: `{{ value_json['${key}'].Action }}` })),
      ),
      payload: action,
      type: action.toLowerCase(),
      subtype: `switch_${number}`,
    },
  }));

const answersOf = ({ at, has }: Device, command: string): string[] => [
  ...(has(OPTIONS.answersByCommand) ? [at('stat', command)] : []),
  at('stat', 'RESULT'),
];

const buttons = (device: Device): Entity[] =>
  listIn(device, 'btn')
    .flatMap((isUsed, index) => (numberOf(isUsed) === 1 ? [index + 1] : []))
    .flatMap((number) =>
      ACTIONS.map((action) => ({
        component: 'device_automation',
        name: `button-${number}`,
        config: {
          automation_type: 'trigger',
          topic: answersOf(device, `BUTTON${number}`),
          value_template: `{{ value_json.Button${number}.Action }}`,
          payload: action,
          type: action.toLowerCase(),
          subtype: `button_${number}`,
        },
      })),
    );
