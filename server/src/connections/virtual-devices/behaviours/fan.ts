import { type Behaviour, booleanIn, numberIn, type Part, present, textIn, wordsOf } from '../behaviour.ts';

type State = {
  isOn: boolean;
  mode: string | undefined;
  speed: number;
  /** Measured in minutes. */
  filterAge: number;
  deviceAge: number;
};

const PLAYED = ['status', 'fan-mode', 'fan-speed', 'filter-age', 'device-age', 'replace-filter'];
const SPEED_OF: Readonly<Record<string, number>> = { low: 1, medium: 3, high: 5, on: 3, auto: 2 };
/** Minutes of running after which the filter must be replaced: half a year. */
const FILTER_MINUTES = 259_200;

/** Simulates a fan whose switch, mode and speed follow each other. The filter ages while it runs. */
export const fan: Behaviour<State> = {
  plays: (part) => (part.properties.has('fan-mode') ? present(part, PLAYED) : []),

  start(known, part) {
    const mode = textIn(known, 'fan-mode') ?? runningMode(part);
    const isOn = booleanIn(known, 'status', mode !== 'off');
    return {
      isOn,
      mode: mode === 'off' ? runningMode(part) : mode,
      speed: numberIn(known, 'fan-speed', speedOf(mode)),
      filterAge: numberIn(known, 'filter-age', 0),
      deviceAge: numberIn(known, 'device-age', 0),
    };
  },

  step(before, inputs, { seconds }) {
    const minutes = seconds / 60;
    const state = {
      ...before,
      filterAge: before.filterAge + (before.isOn ? minutes : 0),
      deviceAge: before.deviceAge + minutes,
    };
    const mode = textIn(inputs, 'fan-mode');
    if (mode === 'off') return { ...state, isOn: false };
    if (mode !== undefined) return { ...state, isOn: true, mode, speed: speedOf(mode) };
    if ('fan-speed' in inputs) return { ...state, isOn: true, speed: numberIn(inputs, 'fan-speed', 1) };
    return { ...state, isOn: booleanIn(inputs, 'status', state.isOn) };
  },

  show: ({ isOn, mode, speed, filterAge, deviceAge }, part) => ({
    status: isOn,
    'fan-mode': !isOn && wordsOf(part.properties.get('fan-mode')).includes('off') ? 'off' : mode,
    'fan-speed': isOn ? speed : 0,
    'filter-age': filterAge,
    'device-age': deviceAge,
    'replace-filter': filterAge > FILTER_MINUTES,
  }),
};

const speedOf = (mode: string | undefined): number =>
  mode === undefined ? 0 : (SPEED_OF[mode] ?? (Number(mode) || 0));

const runningMode = (part: Part): string | undefined => {
  const words = wordsOf(part.properties.get('fan-mode'));
  return words.find((word) => word === 'auto') ?? words.find((word) => word !== 'off');
};
