import { type Behaviour, booleanIn, numberIn, present, type Values } from '../behaviour.ts';

type State = { isOccupied: boolean; secondsLeft: number; distance: number };

const SENSED = ['occupancy', 'presence'];
const PLAYED = [...SENSED, 'movement', 'target-distance'];
const TIMEOUTS = ['occupancy-timeout', 'motion-timeout', 'fading-time'];
const DEFAULT_TIMEOUT_SECONDS = 60;

/** Simulates people who come by, more often at busy times. It reports the absence after its time-out. */
export const motion: Behaviour<State> = {
  plays: (part) => (SENSED.some((id) => part.properties.has(id)) ? present(part, PLAYED) : []),

  start(known, _part, random) {
    const isOccupied = SENSED.some((id) => booleanIn(known, id, false));
    return {
      isOccupied,
      secondsLeft: isOccupied ? random.between(10, 60) : 0,
      distance: numberIn(known, 'target-distance', 2),
    };
  },

  step(state, _inputs, { seconds, random, environment, values }) {
    if (random.happens(10 * environment.activity ** 2, seconds)) {
      // People stay a while after they were first detected.
      const stays = timeoutIn(values) + random.between(0, 240) * environment.activity;
      return { isOccupied: true, secondsLeft: stays, distance: random.between(0.5, 5) };
    }
    const secondsLeft = Math.max(0, state.secondsLeft - seconds);
    return { ...state, isOccupied: state.isOccupied && secondsLeft > 0, secondsLeft };
  },

  show: ({ isOccupied, distance }) => ({
    occupancy: isOccupied,
    presence: isOccupied,
    movement: isOccupied ? 'movement' : 'no_movement',
    'target-distance': isOccupied ? distance : 0,
  }),
};

const timeoutIn = (values: Values): number =>
  TIMEOUTS.map((id) => numberIn(values, id, 0)).find((value) => value > 0) ?? DEFAULT_TIMEOUT_SECONDS;
