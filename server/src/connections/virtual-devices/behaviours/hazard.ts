import { type Behaviour, numberIn, present } from '../behaviour.ts';

type State = { secondsLeft: number; count: number; testSecondsLeft: number };

const SENSED = ['smoke', 'gas', 'carbon-monoxide', 'water-leak'];
const PLAYED = [...SENSED, 'co', 'smoke-density', 'smoke-density-dbm', 'trigger-count', 'test', 'selftest'];
/** Alarms per hour: one in about two months. */
const TIMES_AN_HOUR = 1 / (60 * 24);
const TEST_SECONDS = 10;

/** Simulates detectors of smoke, gas, carbon monoxide or water: alarms are rare and last some minutes. */
export const hazard: Behaviour<State> = {
  plays: (part) => (SENSED.some((id) => part.properties.has(id)) ? present(part, PLAYED) : []),

  // An alarm that was on when the platform stopped ends soon after the restart.
  start: (known, _part, random) => ({
    secondsLeft: SENSED.some((id) => known[id] === true) ? random.between(60, 300) : 0,
    count: numberIn(known, 'trigger-count', 0),
    testSecondsLeft: 0,
  }),

  step({ secondsLeft, count, testSecondsLeft }, inputs, { seconds, random }) {
    const isTriggered = secondsLeft === 0 && random.happens(TIMES_AN_HOUR, seconds);
    return {
      secondsLeft: isTriggered ? random.between(90, 400) : Math.max(0, secondsLeft - seconds),
      count: count + (isTriggered ? 1 : 0),
      testSecondsLeft: 'selftest' in inputs ? TEST_SECONDS : Math.max(0, testSecondsLeft - seconds),
    };
  },

  show({ secondsLeft, count, testSecondsLeft }) {
    const isAlarming = secondsLeft > 0;
    return {
      smoke: isAlarming,
      gas: isAlarming,
      'carbon-monoxide': isAlarming,
      'water-leak': isAlarming,
      co: isAlarming ? 120 : 0,
      'smoke-density': isAlarming ? 14 : 0,
      'smoke-density-dbm': isAlarming ? 0.6 : 0,
      'trigger-count': count,
      test: testSecondsLeft > 0,
    };
  },
};
