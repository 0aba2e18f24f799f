import {
  advance,
  apply,
  type CompiledAutomation,
  createHome,
  type Decision,
  type DowntimeInput,
  type Home,
  type HomeState,
  nextDue,
  type PresentValue,
  type WriteEnd,
} from '@azulejo/automations';
import { timersBefore, toInputs } from '@azulejo/server/testing';

type StoredEvent = Parameters<typeof toInputs>[0];

/** A home as it was after a person changed it, with the values that its properties had. */
export type Changed = {
  readonly home: Home;
  /** Earlier versions of which runs were not over. */
  readonly earlier: readonly CompiledAutomation[];
  readonly values: readonly PresentValue[];
};

export type Pass = {
  readonly state: HomeState;
  /** The home at the beginning, and after each change by the number of its event. */
  readonly first: Changed;
  readonly changes: ReadonlyMap<number, Changed>;
  readonly events: readonly StoredEvent[];
  /** The writes that were not sent, by the name of their command, which depends on when the server ran. */
  readonly unsent: (command: string) => WriteEnd | undefined;
  readonly until: number;
};

/** Returns what one pass over a home's log decides, from a state that it changes. */
export function passOver({ state, first, changes, events, unsent, until }: Pass): Decision[] {
  let now = first;
  const all: Decision[] = [];

  function take(decided: readonly Decision[]): void {
    const queue = [...decided];
    for (let decision = queue.shift(); decision; decision = queue.shift()) {
      all.push(decision);
      if (decision.type !== 'step-decided' || decision.action.type !== 'set') continue;
      for (const { command } of decision.action.writes) {
        const end = unsent(command);
        if (end === undefined) continue;
        queue.push(
          ...apply(now.home, state, { type: 'command', n: state.n, at: state.at, command, state: end }),
        );
      }
    }
  }

  function fire(by: number, downtime?: DowntimeInput): void {
    for (let due = nextDue(state); due !== undefined && due <= by; due = nextDue(state))
      take(advance(now.home, state, due, downtime));
  }

  // Automations of a home receive only values that one of them names.
  const concerns = ({ type, channelId, componentId, propertyId }: StoredEvent): boolean =>
    (type !== 'value' && type !== 'write') ||
    [...now.home.automations, ...now.earlier].some(({ names }) =>
      names
        .values()
        .some(
          ({ channel, component, property }) =>
            channel === channelId && component === componentId && property === propertyId,
        ),
    );

  for (const event of events) {
    if (!concerns(event)) continue;
    // What fell due while the server was off is judged as of its start.
    const { until: by, downtime } = timersBefore(event);
    fire(by, downtime);
    if (event.type === 'home') {
      now = changes.get(event.n) ?? withoutBraked(now, state);
      const { n, at } = event;
      take(apply(now.home, state, { type: 'home', n, at, values: now.values }));
    } else for (const input of toInputs(event, state)) take(apply(now.home, state, input));
  }
  fire(until);
  return all;
}

/** Loop protection is the only change by the platform itself: it switches automations off. */
function withoutBraked({ home, earlier }: Changed, state: HomeState): Changed {
  const automations = home.automations.map((automation) =>
    state.automations[automation.id]?.isBraked ? { ...automation, isEnabled: false } : automation,
  );
  return { home: createHome(automations, home.calendar, { earlier }), earlier, values: [] };
}
