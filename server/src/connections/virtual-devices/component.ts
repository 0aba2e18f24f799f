import type { TemplateProperty } from '@azulejo/contract';
import { isReadable, isWritable } from '@azulejo/model';
import type { Behaviour, Moment, Part, Values } from './behaviour.ts';
import { airQuality } from './behaviours/air-quality.ts';
import { battery } from './behaviours/battery.ts';
import { button } from './behaviours/button.ts';
import { climate } from './behaviours/climate.ts';
import { contact } from './behaviours/contact.ts';
import { cover } from './behaviours/cover.ts';
import { daylight } from './behaviours/daylight.ts';
import { fan } from './behaviours/fan.ts';
import { hazard } from './behaviours/hazard.ts';
import { heatingSchedule } from './behaviours/heating-schedule.ts';
import { light } from './behaviours/light.ts';
import { lock } from './behaviours/lock.ts';
import { meter } from './behaviours/meter.ts';
import { motion } from './behaviours/motion.ts';
import { siren } from './behaviours/siren.ts';
import { thermostat } from './behaviours/thermostat.ts';
import { vibration } from './behaviours/vibration.ts';
import { watering } from './behaviours/watering.ts';
import { createFit, type Fit, type JsonSchema } from './fit.ts';
import { createRandom, mix } from './random.ts';

/** A behaviour with its state in one component. */
type Player = {
  readonly plays: readonly string[];
  /** Returns the values after the step. */
  step(inputs: Values, moment: Moment): Values;
};

type Start = (part: Part, plays: readonly string[], known: Values) => Player;

/** Binds a behaviour to its state, which only its own steps change. */
function toPlay<State>(behaviour: Behaviour<State>): { plays: Behaviour<State>['plays']; start: Start } {
  return {
    plays: behaviour.plays,
    start(part, plays, known) {
      let state = behaviour.start(known, part, createRandom(mix(part.seed, 1)));
      return {
        plays,
        step(inputs, moment) {
          state = behaviour.step(state, inputs, moment, part);
          return behaviour.show(state, part);
        },
      };
    },
  };
}

/** The first behaviour that simulates a property has it; later ones see the values of earlier ones. */
const behaviours = [
  toPlay(thermostat),
  toPlay(heatingSchedule),
  toPlay(light),
  toPlay(fan),
  toPlay(watering),
  toPlay(cover),
  toPlay(lock),
  toPlay(siren),
  toPlay(hazard),
  toPlay(contact),
  toPlay(motion),
  toPlay(vibration),
  toPlay(meter),
  toPlay(airQuality),
  toPlay(climate),
  toPlay(daylight),
  toPlay(battery),
  toPlay(button),
];

/** Sockets and switches are on by default, because otherwise there is nothing to meter. */
const SWITCHED_ON = 'status';

export type Component = {
  readonly id: string;
  /** The current values, each as its property allows it. */
  readonly values: Values;
  property(id: string): TemplateProperty | undefined;
  /** Simulates a step; `writes` are the values that were written since the last one. */
  step(writes: Values, moment: Omit<Moment, 'random' | 'values'>): void;
};

/**
 * Simulates one component of a virtual device: behaviours for the properties that they know, and the last
 * written value for the others.
 */
export function createComponent(
  id: string,
  part: Part,
  known: Values,
  schemaOf: (name: string) => JsonSchema,
): Component {
  const fits = new Map<string, Fit>();
  for (const [name, property] of part.properties)
    fits.set(name, createFit(property, schemaOf(property.schema)));
  const players = startPlayers(part, known);
  const simulated = new Set(players.flatMap(({ plays }) => plays));
  let values: Values = { ...typicalValues(part, fits, simulated), ...known };

  function show(player: Player, shown: Values): void {
    const fitted = player.plays.flatMap((name): [string, unknown][] => {
      const value = shown[name] === undefined ? undefined : fits.get(name)?.toProperty(shown[name]);
      return value === undefined ? [] : [[name, value]];
    });
    values = { ...values, ...Object.fromEntries(fitted) };
  }

  return {
    id,
    get values() {
      return values;
    },
    property: (name) => part.properties.get(name),
    step(writes, moment) {
      const events = [...part.properties.values()].filter(({ schema }) => schema === 'event');
      values = { ...values, ...writes, ...Object.fromEntries(events.map((event) => [event.id, undefined])) };
      players.forEach((player, index) => {
        const random = createRandom(mix(mix(part.seed, index + 2), Math.floor(moment.now / 1000)));
        show(player, player.step(only(writes, player.plays), { ...moment, random, values }));
      });
    },
  };
}

function startPlayers(part: Part, known: Values): Player[] {
  const free = new Set(part.properties.keys());
  return behaviours.flatMap(({ plays, start }) => {
    const own = plays(part).filter((name) => free.has(name));
    for (const name of own) free.delete(name);
    return own.length > 0 ? [start(part, own, known)] : [];
  });
}

/** Returns defaults for readable properties that no behaviour simulates. */
function typicalValues(part: Part, fits: ReadonlyMap<string, Fit>, simulated: ReadonlySet<string>): Values {
  const others = [...part.properties.values()].filter(
    (property) => !simulated.has(property.id) && isReadable(property),
  );
  return Object.fromEntries(
    others.flatMap((property) => {
      const isSwitch = property.id === SWITCHED_ON && isWritable(property);
      const value = isSwitch ? true : fits.get(property.id)?.typical();
      return value === undefined ? [] : [[property.id, value]];
    }),
  );
}

const only = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
