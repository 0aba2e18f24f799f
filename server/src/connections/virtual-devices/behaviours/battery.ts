import { type Behaviour, numberIn, type Part, present } from '../behaviour.ts';

type State = {
  /** Measured in percent. */
  charge: number;
  percentAnHour: number;
};

const LOW = 15;
/** Voltage of a new coin cell, and of an empty one. */
const [FULL, EMPTY] = [3.05, 2.6];

/** Simulates a battery that drains over some months and is then replaced. */
export const battery: Behaviour<State> = {
  plays: (part) =>
    part.properties.has('battery') || part.properties.has('battery-low')
      ? present(part, ['battery', 'battery-low', 'voltage', 'battery-state'])
      : [],

  start: (known, _part, random) => ({
    charge: numberIn(known, 'battery', known['battery-low'] === true ? LOW - 5 : random.between(50, 100)),
    percentAnHour: 100 / (24 * random.between(150, 600)),
  }),

  step({ charge, percentAnHour }, _inputs, { seconds }) {
    const left = charge - (percentAnHour * seconds) / 3600;
    return { charge: left < 1 ? 100 : left, percentAnHour };
  },

  show: ({ charge }, part) => ({
    battery: charge,
    'battery-low': charge < LOW,
    voltage: (EMPTY + ((FULL - EMPTY) * charge) / 100) * unitsInAVolt(part),
    'battery-state': 'not_charging',
  }),
};

/** Returns the factor from volts to the property's unit: a voltage without a unit is in millivolts. */
const unitsInAVolt = (part: Part): number =>
  part.properties.get('voltage')?.unitsOptions.vendorUnit === 'volt' ? 1 : 1000;
