import { approach, type Behaviour, numberIn, type Part, present, textIn, type Values } from '../behaviour.ts';

type State = {
  temperature: number;
  setpoint: number;
  /** The value of `system-mode`, a word or a boolean. */
  mode: unknown;
  /** Share of the full heating power, in percent. */
  demand: number;
  source: string | undefined;
  /** The values of `running-state`, words or booleans. */
  running: { heats: unknown; idles: unknown };
};

const SETPOINTS = ['occupied-heating-setpoint', 'current-heating-setpoint'];
const PLAYED = [
  ...SETPOINTS,
  'local-temperature',
  'system-mode',
  'running-state',
  'heat-required',
  'pi-heating-demand',
  'position',
  'valve-position',
  'setpoint-change-source',
];
/** Kelvin per hour by which a radiator at full power warms the room. */
const HEATING = 3.2;
/** Time constant, in hours, of a room without heating. */
const INERTIA = 9;
/** Percent of power per kelvin below the set-point. */
const GAIN = 60;

/**
 * Simulates a thermostat, which heats a room towards its set-point: full power far below it, less and less
 * near it, none above.
 */
export const thermostat: Behaviour<State> = {
  plays: (part) =>
    part.properties.has('local-temperature') || SETPOINTS.some((id) => part.properties.has(id))
      ? present(part, PLAYED)
      : [],

  start(known, part, random) {
    const setpoint = SETPOINTS.map((id) => numberIn(known, id, 0)).find((value) => value > 0) ?? 20.5;
    return {
      temperature: numberIn(known, 'local-temperature', setpoint - random.between(0, 2)),
      setpoint,
      mode: known['system-mode'] ?? heatingMode(part),
      demand: numberIn(known, 'pi-heating-demand', 0),
      source: textIn(known, 'setpoint-change-source'),
      running: isChoice(part, 'running-state')
        ? { heats: 'heat', idles: 'idle' }
        : { heats: true, idles: false },
    };
  },

  step(state, inputs, { seconds, environment }) {
    const written = SETPOINTS.map((id) => numberIn(inputs, id, Number.NaN)).find((value) => value > 0);
    const setpoint = written ?? state.setpoint;
    const mode = 'system-mode' in inputs ? inputs['system-mode'] : state.mode;
    const isHeating = mode !== 'off' && mode !== false;
    const missing = setpoint - state.temperature;
    const demand = isHeating ? Math.min(100, Math.max(0, 12 + missing * GAIN)) : 0;
    // The neighbouring rooms keep it from becoming as cold as it is outside.
    const around = 15 + 0.4 * (environment.outdoor - 15) + environment.activity;
    const heated = state.temperature + ((HEATING * demand) / 100) * (seconds / 3600);
    return {
      temperature: approach(heated, around, seconds, INERTIA),
      setpoint,
      mode,
      demand: demand < 3 ? 0 : demand,
      source: written === undefined ? state.source : 'manual',
      running: state.running,
    };
  },

  show({ temperature, setpoint, mode, demand, source, running }): Values {
    return {
      'local-temperature': temperature,
      'occupied-heating-setpoint': setpoint,
      'current-heating-setpoint': setpoint,
      'system-mode': mode,
      'running-state': demand > 0 ? running.heats : running.idles,
      'heat-required': demand > 0,
      'pi-heating-demand': Math.round(demand),
      position: Math.round(demand),
      'valve-position': Math.round(demand * 2.55),
      'setpoint-change-source': source ?? 'schedule',
    };
  },
};

const isChoice = (part: Part, id: string): boolean => part.properties.get(id)?.schema === 'choice';

function heatingMode(part: Part): unknown {
  if (!isChoice(part, 'system-mode')) return true;
  const { enum: modes } = part.properties.get('system-mode')?.schemaExtension ?? {};
  return Array.isArray(modes) && !modes.includes('heat') ? modes.find((mode) => mode !== 'off') : 'heat';
}
