import { entryOf } from '../entry-of.ts';
import type { Role } from '../feature.ts';
import { choice, keysOf, onOff, settable } from './controls.ts';
import type { Config, MakePoint } from './point.ts';
import { knownText, numberOf } from './text.ts';

const UNITS: Readonly<Record<string, string>> = { C: '°C', F: '°F' };

/** Handles thermostats, air conditioners and water heaters. */
export function climate(config: Config): MakePoint[] {
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
