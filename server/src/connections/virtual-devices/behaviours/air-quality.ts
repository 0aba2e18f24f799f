import { approach, type Behaviour, booleanIn, numberIn, type Part, present, wordsOf } from '../behaviour.ts';
import { noise } from '../random.ts';

type State = { dust: number; carbonDioxide: number; vapour: number };

const PLAYED = ['pm25', 'pm10', 'co2', 'voc', 'voc-index', 'aqi', 'formaldehyd', 'hcho', 'air-quality'];
/** Upper limit of fine dust for each word, in micrograms per cubic metre, best first. */
const WORDS = [
  ['excellent', 5],
  ['good', 12],
  ['moderate', 35],
  ['poor', 55],
  ['unhealthy', 150],
] as const;

/**
 * Simulates the air of a room: people and cooking spoil it; fresh air, or a purifier that runs, clears it.
 */
export const airQuality: Behaviour<State> = {
  plays: (part) => present(part, PLAYED),

  start: (known, _part, random) => ({
    dust: numberIn(known, 'pm25', random.between(3, 9)),
    carbonDioxide: numberIn(known, 'co2', random.between(480, 700)),
    vapour: numberIn(known, 'voc-index', numberIn(known, 'voc', random.between(60, 120))),
  }),

  step({ dust, carbonDioxide, vapour }, _inputs, { now, seconds, environment, values }, part) {
    const isPurified = booleanIn(values, 'status', false);
    const cooking = Math.max(0, noise(part.seed, now / 3.6e6)) * environment.activity;
    return {
      dust: approach(dust, (4 + 26 * cooking) * (isPurified ? 0.4 : 1), seconds, 0.6),
      carbonDioxide: approach(carbonDioxide, 450 + 750 * environment.activity, seconds, 0.8),
      vapour: approach(vapour, 80 + 140 * cooking, seconds, 0.7),
    };
  },

  show: ({ dust, carbonDioxide, vapour }, part) => ({
    pm25: dust,
    pm10: dust * 1.6,
    co2: carbonDioxide,
    voc: vapour,
    'voc-index': vapour,
    aqi: Math.round(dust * 3),
    formaldehyd: vapour / 8,
    hcho: vapour / 8,
    'air-quality': wordFor(dust, part),
  }),
};

function wordFor(dust: number, part: Part): string | undefined {
  const known = wordsOf(part.properties.get('air-quality'));
  const fitting = WORDS.filter(([word]) => known.includes(word));
  return (fitting.find(([, limit]) => dust < limit) ?? fitting.at(-1))?.[0];
}
