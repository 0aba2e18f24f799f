import { type Behaviour, numberIn, present, type Values } from '../behaviour.ts';

type State = { secondsLeft: number };

const TRIGGERS = ['siren-on', 'warning', 'buzzer'];
const PLAYED = ['alarm', 'alarm-alarm-1', ...TRIGGERS];
const DURATIONS = ['max-duration', 'alarm-duration'];
const DEFAULT_SECONDS = 60;

/** Simulates a siren, which sounds until it is stopped or until its maximum duration. */
export const siren: Behaviour<State> = {
  plays: (part) => (TRIGGERS.some((id) => part.properties.has(id)) ? present(part, PLAYED) : []),

  start: () => ({ secondsLeft: 0 }),

  step({ secondsLeft }, inputs, { seconds, values }) {
    const requested = TRIGGERS.filter((id) => id in inputs).map((id) => inputs[id]);
    if (requested.length === 0) return { secondsLeft: Math.max(0, secondsLeft - seconds) };
    return { secondsLeft: requested.some(isStart) ? durationIn(values) : 0 };
  },

  show: ({ secondsLeft }) => ({ alarm: secondsLeft > 0, 'alarm-alarm-1': secondsLeft > 0 }),
};

/** Returns whether a write starts the siren: `true`, or a warning of any mode but `stop`. */
const isStart = (requested: unknown): boolean =>
  requested === true || (typeof requested === 'object' && requested !== null && !isStop(requested));

const isStop = (warning: object): boolean => 'mode' in warning && warning.mode === 'stop';

const durationIn = (values: Values): number =>
  DURATIONS.map((id) => numberIn(values, id, 0)).find((value) => value > 0) ?? DEFAULT_SECONDS;
