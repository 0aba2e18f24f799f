import type { AutomationDefinition, Channel, Property } from '@azulejo/contract';
import { addPart, newDefinition } from '../state/parts.ts';
import { type Offer, offersOf } from './offers.ts';
import type { Wording } from './use-wording.ts';

type Clause = 'then' | 'when';

/** Begins an automation with a device: with its main command, or else with its main report. */
export function beginWith(channel: Channel, wording: Wording): AutomationDefinition {
  const blank = newDefinition('');
  const mainOf = (clause: Clause) => {
    const offers = offersOf(clause, channel, channel.components, wording);
    const [first] = offers
      .filter((offer) => priorityOf(clause, offer) > 0)
      .toSorted((one, other) => priorityOf(clause, other) - priorityOf(clause, one));
    return first && addPart(blank, clause, first.part).definition;
  };
  return mainOf('then') ?? mainOf('when') ?? blank;
}

const priorityOf = (clause: Clause, { property }: Offer): number =>
  property ? property.property[PRIORITY[clause]] : 0;

const PRIORITY = {
  then: 'mainActionPriority',
  when: 'mainInformationPriority',
} as const satisfies Record<Clause, keyof Property>;
