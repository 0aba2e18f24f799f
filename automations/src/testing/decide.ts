import type { AutomationDefinition } from '@azulejo/contract';
import { createCalendar } from '../calendar.ts';
import type { CompiledAutomation } from '../compiled.ts';
import type { Decision } from '../decision.ts';
import { createHome } from '../home.ts';
import { advance, apply, start } from '../reducer.ts';
import type { HomeState } from '../state.ts';
import { compiled } from './home.ts';
import type { Past } from './reference.ts';

/** How the past is divided, in cycles of any length. */
type Division = {
  /** How far the clock gets before an input, as a part of the time until then. */
  readonly parts?: readonly number[];
  /** After which inputs the state is stored and read again. */
  readonly stores?: readonly boolean[];
};

/** Returns what automations decide about a past in which each write is done at once, and the states on the way. */
export function decide(
  automations: readonly CompiledAutomation[],
  past: Past,
  { parts = [], stores = [] }: Division = {},
) {
  const home = createHome(automations, createCalendar({ zone: past.zone }), { assumesDone: true });
  let { state, decisions } = start(home, past.values, past.from);
  const states: HomeState[] = [];
  past.log.forEach((input, index) => {
    // The clock never passes the time of an input that is still to come.
    const ahead = Math.min(...past.log.slice(index).map(({ at }) => at));
    const to = state.at + Math.floor((ahead - state.at) * (parts[index % parts.length] ?? 0));
    if (to > state.at) decisions = [...decisions, ...advance(home, state, to)];
    decisions = [...decisions, ...apply(home, state, input)];
    if (stores[index % stores.length] === true) state = JSON.parse(JSON.stringify(state)) as HomeState;
    states.push(state);
  });
  return { decisions: [...decisions, ...advance(home, state, past.until)], states };
}

/** Returns when runs began. */
export const beginnings = (decisions: readonly Decision[]): number[] =>
  decisions.flatMap((each) => (each.type === 'run-began' ? [each.at] : []));

/** Returns when the runs of one automation begin. */
export const runsOf = (definition: AutomationDefinition, past: Past): number[] =>
  beginnings(decide([compiled(definition)], past).decisions);
