import { approach, type Behaviour, type Moment, numberIn, type Part, present } from '../behaviour.ts';
import { noise } from '../random.ts';

type State = { temperature: number; humidity: number; pressure: number; warmth: number };

const PLAYED = ['temperature', 'humidity', 'pressure', 'device-temperature'];

/** Simulates a room's climate: warmer in the afternoon and with people in it, drier when it is warmer. */
export const climate: Behaviour<State> = {
  plays: (part) => present(part, PLAYED),

  start(known, part, random) {
    const typical = 20 + 1.5 * noise(part.seed, 0.5);
    const temperature = numberIn(known, 'temperature', typical);
    return {
      temperature,
      humidity: numberIn(known, 'humidity', random.between(42, 56)),
      pressure: numberIn(known, 'pressure', 1015),
      // The difference between the temperature inside the device and that of the room.
      warmth: Math.max(1, numberIn(known, 'device-temperature', temperature + 3) - temperature),
    };
  },

  step({ temperature, humidity, pressure, warmth }, _inputs, moment, part) {
    const { seconds, environment } = moment;
    const room = roomTemperature(moment, part);
    const moist =
      50 - 1.8 * (room - 20.5) + 6 * environment.activity + 5 * noise(part.seed + 1, moment.now / 7.2e6);
    return {
      temperature: approach(temperature, room, seconds, 1.5),
      humidity: approach(humidity, moist, seconds, 1),
      pressure: approach(pressure, environment.pressure, seconds, 0.5),
      warmth,
    };
  },

  show: ({ temperature, humidity, pressure, warmth }) => ({
    temperature,
    humidity,
    pressure,
    'device-temperature': temperature + warmth,
  }),
};

function roomTemperature({ now, environment }: Moment, part: Part): number {
  const own = 1.5 * noise(part.seed, 0.5);
  return (
    20 +
    own +
    0.12 * (environment.outdoor - 16) +
    environment.activity +
    0.6 * noise(part.seed + 2, now / 5.4e6)
  );
}
