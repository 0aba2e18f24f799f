import { climate, waterHeater } from './climate.ts';
import {
  choice,
  humidifier,
  keysOf,
  lock,
  number,
  onOff,
  press,
  resettable,
  STATE,
  scene,
  select,
  settable,
  siren,
  switched,
  text,
  toggle,
} from './controls.ts';
import { cover, valve } from './cover.ts';
import { light } from './light.ts';
import { alarmPanel, lawnMower, vacuum } from './movers.ts';
import type { Config, MakePoint, Point } from './point.ts';
import { binarySensor, deviceAutomation, deviceTracker, event, sensor, update } from './sensors.ts';
import { numberOf } from './text.ts';

const fan = (config: Config): MakePoint[] => [
  () => onOff(config, { ...STATE, stateTemplate: 'state_value_template' }, { name: 'state', role: 'fan' }),
  () => speed(config),
  () =>
    resettable(
      config,
      keysOf('preset_mode', 'value_template'),
      { name: 'mode', role: 'fan', values: config.texts('preset_modes') },
      config.text('payload_reset_preset_mode') ?? 'None',
    ),
  () =>
    switched(config, keysOf('oscillation', 'value_template'), {
      name: 'oscillation',
      role: 'fan',
      on: config.text('payload_oscillation_on') ?? 'oscillate_on',
      off: config.text('payload_oscillation_off') ?? 'oscillate_off',
    }),
  () =>
    choice(config, keysOf('direction', 'value_template'), {
      name: 'direction',
      role: 'fan',
      values: ['forward', 'reverse'],
    }),
];

/** Maps the speed. A device counts from the lowest to the highest number; people see percent. */
function speed(config: Config): Point | undefined {
  const [low, high] = [config.number('speed_range_min') ?? 1, config.number('speed_range_max') ?? 100];
  const steps = Math.max(1, high - low + 1);
  const point = settable(config, keysOf('percentage', 'value_template'), {
    name: 'speed',
    role: 'fan',
    value: { type: 'number', unit: '%', min: 0, max: 100, step: 1 },
    parse: (value) => {
      const number = numberOf(value);
      if (number === undefined) return undefined;
      return Math.min(100, Math.max(0, Math.floor(((number - low + 1) * 100) / steps)));
    },
    toText: (value) => Math.ceil((steps * (numberOf(value) ?? 0)) / 100 + low - 1),
  });
  const off = config.writing('command_topic', 'command_template');
  if (!point?.write || !off) return point;
  // A speed of nothing means off, which many devices do not take for a speed.
  const { write } = point;
  return {
    ...point,
    write: (value) => (value === 0 ? off(config.text('payload_off') ?? 'OFF') : write(value)),
  };
}

type Component = (config: Config, name: string, isSetting: boolean) => MakePoint[];

/** How the points of each kind of entity are made (home-assistant.io, the pages named `*.mqtt`). */
export const COMPONENTS: Readonly<Record<string, Component>> = {
  alarm_control_panel: alarmPanel,
  binary_sensor: binarySensor,
  button: press,
  climate,
  cover,
  date: text,
  datetime: text,
  device_automation: deviceAutomation,
  device_tracker: deviceTracker,
  event,
  fan,
  humidifier,
  lawn_mower: lawnMower,
  light,
  lock,
  notify: text,
  number,
  scene,
  select,
  sensor,
  siren,
  switch: toggle,
  text,
  time: text,
  update,
  vacuum,
  valve,
  water_heater: waterHeater,
};

/** Words that identify the kind of a device when its model does not. */
export const NOUNS: Readonly<Record<string, string>> = {
  humidifier: 'humidifier',
  lawn_mower: 'lawn mower',
  siren: 'siren',
  vacuum: 'vacuum cleaner',
  valve: 'valve',
};
