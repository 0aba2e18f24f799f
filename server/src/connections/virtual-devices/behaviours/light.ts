import { type Behaviour, booleanIn, numberIn, present } from '../behaviour.ts';

type State = {
  isOn: boolean;
  brightness: number;
  /** The brightness when it is switched on again. */
  lastBrightness: number;
  /** Time until which simulated people do not touch it, because someone has just set it. */
  leftAloneUntil: number;
};

const LEFT_ALONE_MS = 3 * 3_600_000;

/** Simulates a lamp: its brightness and its switch follow each other, and people use it in the evening. */
export const light: Behaviour<State> = {
  plays: (part) => (part.properties.has('brightness') ? present(part, ['status', 'brightness']) : []),

  start(known, _part, random) {
    const brightness = numberIn(known, 'brightness', Math.round(random.between(30, 100)));
    const isOn = booleanIn(known, 'status', false);
    return { isOn, brightness, lastBrightness: brightness || 100, leftAloneUntil: 0 };
  },

  step(state, inputs, { now, seconds, random, environment }) {
    if ('status' in inputs || 'brightness' in inputs) {
      const isOn = booleanIn(inputs, 'status', numberIn(inputs, 'brightness', 100) > 0);
      const requested = numberIn(inputs, 'brightness', state.brightness);
      const brightness = isOn && requested === 0 ? state.lastBrightness : requested;
      const lastBrightness = brightness || state.lastBrightness;
      return { isOn, brightness, lastBrightness, leftAloneUntil: now + LEFT_ALONE_MS };
    }
    if (now < state.leftAloneUntil) return state;
    const isEvening = environment.daylight < 0.05 && environment.activity > 0.3;
    const timesAnHour = state.isOn ? 0.4 + 3 * (1 - environment.activity) : isEvening ? 1.2 : 0.02;
    return random.happens(timesAnHour, seconds) ? { ...state, isOn: !state.isOn } : state;
  },

  show: ({ isOn, brightness }) => ({ status: isOn, brightness }),
};
