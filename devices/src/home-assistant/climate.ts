import type { Role } from '../feature.ts';
import { choice, keysOf, onOff, reported, resettable, settable, targetHumidity } from './controls.ts';
import type { Config, MakePoint } from './point.ts';
import { numberOf } from './text.ts';

const role: Role = 'climate';

/** What a device that names no limits or modes of its own has (home-assistant.io, "MQTT HVAC"). */
type Usual = {
  /** In degrees Celsius and Fahrenheit. */
  readonly limits: Readonly<Record<'°C' | '°F', readonly [min: number, max: number]>>;
  readonly modes: readonly string[];
};

const CLIMATE: Usual = {
  limits: { '°C': [7, 35], '°F': [44.6, 95] },
  modes: ['auto', 'off', 'cool', 'heat', 'dry', 'fan_only'],
};
const WATER_HEATER: Usual = {
  limits: { '°C': [43.3, 60], '°F': [110, 140] },
  modes: ['off', 'eco', 'electric', 'gas', 'heat_pump', 'high_demand', 'performance'],
};

const ACTIONS = ['off', 'heating', 'cooling', 'drying', 'idle', 'fan', 'preheating', 'defrosting'];

const unitIn = (config: Config): '°C' | '°F' =>
  /^°?f/i.test(config.text('temperature_unit') ?? '') ? '°F' : '°C';

/** Handles thermostats and air conditioners. */
export const climate = (config: Config): MakePoint[] => device(config, CLIMATE);

export const waterHeater = (config: Config): MakePoint[] => device(config, WATER_HEATER);

function device(settings: Config, usual: Usual): MakePoint[] {
  const config = settings.withTemplate('value_template');
  const unit = unitIn(config);
  const [min, max] = usual.limits[unit];
  const setPoint = (prefix: string, name: string): MakePoint => {
    const value = {
      type: 'number' as const,
      unit,
      min: config.number('min_temp') ?? min,
      max: config.number('max_temp') ?? max,
      step: config.number('temp_step') ?? config.number('precision') ?? 1,
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
  const mode = (prefix: string, name: string, values: readonly string[], template?: string): MakePoint => {
    const named = config.texts(`${prefix}s`);
    const list = named.length > 0 ? named : values;
    // Home Assistant adds a preset, by which a person ends the others.
    const make = prefix === 'preset_mode' ? resettable : choice;
    return () => make(config, keysOf(prefix, template), { name, role, values: list });
  };
  return [
    measured('current_temperature', 'local_temperature', unit),
    measured('current_humidity', 'humidity', '%'),
    setPoint('temperature', 'current_heating_setpoint'),
    setPoint('temperature_low', 'target_temperature_low'),
    setPoint('temperature_high', 'target_temperature_high'),
    () => targetHumidity(config, 30, 99, role),
    mode('mode', 'system_mode', usual.modes),
    mode('fan_mode', 'fan_mode', ['auto', 'low', 'medium', 'high']),
    mode('swing_mode', 'swing_mode', ['on', 'off']),
    mode('swing_horizontal_mode', 'swing_horizontal_mode', ['on', 'off']),
    mode('preset_mode', 'preset', [], 'value_template'),
    () => onOff(config, keysOf('power'), { name: 'power_state', role }),
    () => reported(config, 'action', 'running_state', ACTIONS, role),
  ];
}
