import { type Behaviour, booleanIn, numberIn, present } from '../behaviour.ts';

type State = {
  isOpen: boolean;
  /** Measured in cubic metres per hour. */
  flow: number;
  secondsOpen: number;
  /** Litres since it was opened; `daily` is since midnight. */
  volume: number;
  daily: number;
  startedAt: number;
  endedAt: number;
  day: number;
};

const PLAYED = [
  'status',
  'flow',
  'valve-work-state',
  'real-time-irrigation-duration',
  'real-time-irrigation-volume',
  'daily-irrigation-volume',
  'irrigation-start-time',
  'irrigation-end-time',
];
const FULL_FLOW = 0.75;
/** A valve takes this long from shut to open. */
const SECONDS_TO_TURN = 8;
/** Such valves shut by themselves, so that no garden is flooded. */
const LONGEST_SECONDS = 3600;

/** Simulates a water valve: the flow starts and ends within seconds, and the volume is counted. */
export const watering: Behaviour<State> = {
  plays: (part) => (part.properties.has('flow') ? present(part, PLAYED) : []),

  start: (known) => ({
    isOpen: booleanIn(known, 'status', false),
    flow: numberIn(known, 'flow', 0),
    secondsOpen: numberIn(known, 'real-time-irrigation-duration', 0),
    volume: numberIn(known, 'real-time-irrigation-volume', 0),
    daily: numberIn(known, 'daily-irrigation-volume', 0),
    startedAt: numberIn(known, 'irrigation-start-time', 0),
    endedAt: numberIn(known, 'irrigation-end-time', 0),
    day: 0,
  }),

  step(before, inputs, { now, seconds, environment }) {
    const isRequested = booleanIn(inputs, 'status', before.isOpen);
    const isOpen = isRequested && (!before.isOpen || before.secondsOpen < LONGEST_SECONDS);
    const isOpened = isOpen && !before.isOpen;
    const isShut = before.isOpen && !isOpen;
    const turn = (FULL_FLOW * seconds) / SECONDS_TO_TURN;
    const flow = isOpen ? Math.min(FULL_FLOW, before.flow + turn) : Math.max(0, before.flow - turn);
    const litres = (flow * 1000 * seconds) / 3600;
    const day = Math.floor(now / 86_400_000);
    const minute = Math.floor(environment.hour * 60);
    return {
      isOpen,
      flow,
      secondsOpen: isOpen ? (isOpened ? 0 : before.secondsOpen) + seconds : before.secondsOpen,
      volume: (isOpened ? 0 : before.volume) + litres,
      daily: (day === before.day || before.day === 0 ? before.daily : 0) + litres,
      startedAt: isOpened ? minute : before.startedAt,
      endedAt: isShut ? minute : before.endedAt,
      day,
    };
  },

  show: (state) => ({
    status: state.isOpen,
    flow: state.flow,
    'valve-work-state': state.flow > 0,
    'real-time-irrigation-duration': state.secondsOpen,
    'real-time-irrigation-volume': state.volume,
    'daily-irrigation-volume': state.daily,
    'irrigation-start-time': state.startedAt,
    'irrigation-end-time': state.endedAt,
  }),
};
