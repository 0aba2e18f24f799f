import { type Behaviour, present } from '../behaviour.ts';
import { mix, noise } from '../random.ts';

type State = { lux: number };

const BRIGHT = 40;

/** Simulates the brightness at the sensor: daylight from a window, and lamps in the evening. */
export const daylight: Behaviour<State> = {
  plays: (part) => present(part, ['illuminance', 'illumination']),

  start: () => ({ lux: 0 }),

  step(_state, _inputs, { now, environment }, part) {
    const window = 300 + (mix(part.seed, 1) % 1500);
    const lamps = environment.daylight < 0.05 ? 90 * environment.activity : 0;
    return { lux: (window * environment.daylight + lamps) * (1 + 0.1 * noise(part.seed, now / 1.8e6)) + 1 };
  },

  show: ({ lux }) => ({ illuminance: lux, illumination: lux > BRIGHT }),
};
