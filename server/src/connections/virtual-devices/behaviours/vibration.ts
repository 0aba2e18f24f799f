import { type Behaviour, present } from '../behaviour.ts';
import { noise } from '../random.ts';

type State = { isMoving: boolean; strength: number; tilt: number };

const PLAYED = ['vibration', 'strength', 'angle-x', 'angle-y', 'angle-z', 'x-axis', 'y-axis', 'z-axis'];
/** One g, in the thousandths in which such sensors measure. */
const GRAVITY = 1000;

/** Simulates a sensor on a machine that runs from time to time, in bursts. */
export const vibration: Behaviour<State> = {
  plays: (part) => (part.properties.has('vibration') ? present(part, PLAYED) : []),

  start: () => ({ isMoving: false, strength: 0, tilt: 0 }),

  step({ tilt }, _inputs, { now, environment }, part) {
    const isRunning = noise(part.seed, now / 3.6e6) + environment.activity > 0.9;
    const isMoving = isRunning && noise(part.seed + 1, now / 90_000) > 0;
    return {
      isMoving,
      strength: isMoving ? 12 + 10 * noise(part.seed + 2, now / 60_000) : 0,
      tilt: isMoving ? 2 * noise(part.seed + 3, now / 60_000) : tilt,
    };
  },

  show({ isMoving, strength, tilt }) {
    const lean = Math.sin((tilt * Math.PI) / 180);
    return {
      vibration: isMoving,
      strength,
      'angle-x': tilt,
      'angle-y': -tilt,
      'angle-z': 90 - Math.abs(tilt),
      'x-axis': lean * GRAVITY,
      'y-axis': -lean * GRAVITY,
      'z-axis': GRAVITY,
    };
  },
};
