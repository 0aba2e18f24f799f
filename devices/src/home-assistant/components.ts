import { entryOf } from '../entry-of.ts';
import type { Role } from '../feature.ts';
import {
  choice,
  fan,
  humidifier,
  keysOf,
  lock,
  number,
  onOff,
  press,
  scene,
  select,
  settable,
  siren,
  text,
  toggle,
} from './controls.ts';
import { light } from './light.ts';
import { alarmPanel, cover, lawnMower, vacuum, valve } from './movers.ts';
import type { Config, MakePoint } from './point.ts';
import { binarySensor, deviceAutomation, deviceTracker, event, sensor, update } from './sensors.ts';
import { knownText, numberOf } from './text.ts';

const UNITS: Readonly<Record<string, string>> = { C: '°C', F: '°F' };

/** Handles thermostats, air conditioners and water heaters. */
function climate(config: Config): MakePoint[] {
  const role: Role = 'climate';
  const unit = entryOf(UNITS, config.text('temperature_unit') ?? 'C') ?? '°C';
  const setPoint = (prefix: string, name: string): MakePoint => {
    const value = {
      type: 'number' as const,
      unit,
      min: config.number('min_temp') ?? 7,
      max: config.number('max_temp') ?? 35,
      step: config.number('temp_step') ?? 1,
    };
    return () => settable(config, keysOf(prefix), { name, role, value, parse: numberOf });
  };
  const measured = (prefix: string, name: string, unitOf: string): MakePoint => {
    return () => {
      const readings = config.reading(`${prefix}_topic`, `${prefix}_template`, numberOf);
      return readings.length === 0
        ? undefined
        : { name, role, value: { type: 'number', unit: unitOf }, readings };
    };
  };
  const mode = (prefix: string, list: string, name: string, template?: string): MakePoint => {
    return () => choice(config, keysOf(prefix, template), { name, role, values: config.texts(list) });
  };
  return [
    measured('current_temperature', 'local_temperature', unit),
    measured('current_humidity', 'humidity', '%'),
    setPoint('temperature', 'current_heating_setpoint'),
    setPoint('temperature_low', 'target_temperature_low'),
    setPoint('temperature_high', 'target_temperature_high'),
    mode('mode', 'modes', 'system_mode'),
    mode('fan_mode', 'fan_modes', 'fan_mode'),
    mode('swing_mode', 'swing_modes', 'swing_mode'),
    mode('preset_mode', 'preset_modes', 'preset', 'value_template'),
    () => onOff(config, keysOf('power'), { name: 'power_state', role }),
    () => {
      const readings = config.reading('action_topic', 'action_template', knownText);
      const values = ['off', 'heating', 'cooling', 'drying', 'idle', 'fan'];
      return readings.length === 0
        ? undefined
        : { name: 'running_state', role, value: { type: 'choice', values }, readings };
    },
  ];
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
  water_heater: climate,
};

/** Words that identify the kind of a device when its model does not. */
export const NOUNS: Readonly<Record<string, string>> = {
  humidifier: 'humidifier',
  lawn_mower: 'lawn mower',
  siren: 'siren',
  vacuum: 'vacuum cleaner',
  valve: 'valve',
};
