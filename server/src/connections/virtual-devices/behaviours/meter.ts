import {
  type Behaviour,
  booleanIn,
  type Moment,
  numberIn,
  type Part,
  present,
  type Values,
} from '../behaviour.ts';
import { noise } from '../random.ts';

type State = {
  /** Power of the load while it works, in watts. */
  nominal: number;
  power: number;
  volts: number;
  /** Measured in kilowatt hours. */
  energy: number;
  today: number;
  yesterday: number;
  month: number;
  /** Time of the last step, to reset the counters of a day and a month. */
  at: number;
};

const PLAYED = [
  'active-power',
  'voltage',
  'current',
  'energy',
  'ac-frequency',
  'power-factor',
  'power-apparent',
  'energy-today',
  'energy-yesterday',
  'energy-month',
];
/** Possible loads of a socket, in watts; those above `CYCLE` work from time to time. */
const LOADS = [4, 9, 18, 42, 65, 90, 140, 420, 1200, 1900];
const LAMP_WATTS = 9;
const MOTOR_WATTS = 130;
const CYCLE = 300;
const STANDBY = 1.4;
const POWER_FACTOR = 0.97;

/** Meters the load that the component switches, or else the whole home. */
export const meter: Behaviour<State> = {
  plays: (part) => {
    const isMeter = ['active-power', 'energy', 'current'].some((id) => part.properties.has(id));
    return isMeter ? present(part, PLAYED) : [];
  },

  start(known, part, random) {
    const power = numberIn(known, 'active-power', 0);
    const typical = part.properties.has('brightness') ? LAMP_WATTS : (random.pick(LOADS) ?? LAMP_WATTS);
    return {
      nominal: power > 2 * STANDBY ? power : typical,
      power,
      volts: numberIn(known, 'voltage', 230),
      energy: numberIn(known, 'energy', Math.round(random.between(2, 400))),
      today: numberIn(known, 'energy-today', 0),
      yesterday: numberIn(known, 'energy-yesterday', random.between(0, 2)),
      month: numberIn(known, 'energy-month', random.between(2, 30)),
      at: 0,
    };
  },

  step(state, _inputs, moment, part) {
    const { now, seconds } = moment;
    const power = load(state.nominal, moment, part) * (1 + 0.02 * noise(part.seed, now / 120_000));
    const used = (power * seconds) / 3_600_000;
    const isNewDay = state.at > 0 && dayOf(now) !== dayOf(state.at);
    const isNewMonth = state.at > 0 && monthOf(now) !== monthOf(state.at);
    return {
      nominal: state.nominal,
      power,
      volts: 230 + 3 * noise(part.seed + 1, now / 900_000),
      energy: state.energy + used,
      today: (isNewDay ? 0 : state.today) + used,
      yesterday: isNewDay ? state.today : state.yesterday,
      month: (isNewMonth ? 0 : state.month) + used,
      at: now,
    };
  },

  show: ({ power, volts, energy, today, yesterday, month, at }, part) => ({
    'active-power': power,
    voltage: volts,
    current: power / (volts * POWER_FACTOR),
    energy,
    'ac-frequency': 50 + 0.03 * noise(part.seed, at / 60_000),
    'power-factor': POWER_FACTOR,
    'power-apparent': power / POWER_FACTOR,
    'energy-today': today,
    'energy-yesterday': yesterday,
    'energy-month': month,
  }),
};

/** Returns the power in watts at this moment, without the noise that every load has. */
function load(nominal: number, { now, environment, values, everywhere }: Moment, part: Part): number {
  if (part.properties.has('brightness'))
    return booleanIn(values, 'status', false)
      ? nominal * (0.1 + numberIn(values, 'brightness', 100) / 110)
      : 0;
  if (part.properties.has('running-state'))
    return [true, 'heat'].includes(values['running-state'] as never) ? nominal : 0;
  if (part.properties.has('command')) return isMoving(values) ? MOTOR_WATTS : 0;
  const switches = part.properties.has('status') ? [values['status']] : everywhere('status');
  if (switches.length === 0)
    return 180 + 900 * environment.activity + 700 * cycle(part.seed, now, environment.activity);
  const share = switches.filter((isOn) => isOn === true).length / switches.length;
  if (nominal <= CYCLE) return nominal * share;
  return (STANDBY + (nominal - STANDBY) * cycle(part.seed, now, environment.activity)) * share;
}

const isMoving = ({ running, moving, 'motor-state': motor }: Values): boolean =>
  running === true || moving === 'UP' || moving === 'DOWN' || motor === 'opening' || motor === 'closing';

/**
 * Returns 1 while a large appliance works: several times a day, for most of an hour, when people are at home.
 */
const cycle = (seed: number, now: number, activity: number): number =>
  noise(seed + 2, now / 2_700_000) + activity > 0.9 ? 1 : 0;

const dayOf = (now: number): number => Math.floor(now / 86_400_000);
const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7);
