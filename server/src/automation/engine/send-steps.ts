import { apply, type Decision, type WriteEnd } from '@azulejo/automations';
import type { LiveHome, StepDecided } from './live-home.ts';
import { stepNameOf } from './run-ids.ts';

/**
 * Sends the writes and scenes of a home's steps. What is too late, or refused, is not sent: its end follows
 * immediately, and with it what the run does then.
 *
 * @param present the time as of which what is decided may be late
 */
export function createSending(live: LiveHome, present: number) {
  const { home: state } = live.remembered;
  const unsent = new Map<string, WriteEnd>();
  const late = new Set<string>();
  let now = present;
  let commands = 0;

  /** Returns how many commands a step causes. */
  function countOf({ action }: StepDecided): number {
    if (action.type === 'scene') return live.compiled.scenes.get(action.scene)?.length ?? 0;
    return action.type === 'set' ? action.writes.length : 0;
  }

  /** Ends a write that is not sent, and returns what its run does then. */
  function end(command: string, how: WriteEnd): readonly Decision[] {
    unsent.set(command, how);
    const { n, at } = state;
    return apply(live.compiled.home, state, { type: 'command', n, at, command, state: how });
  }

  return {
    unsent,
    late,
    countOf,
    commands: () => commands,
    /** After a jump of the clock, an event has the new time first. */
    setNow: (at: number): void => {
      now = at;
    },
    /** Sends what a step decided, as far as it is not too late or `refused`. Returns what its run does then. */
    send(decision: StepDecided, refused?: 'refused'): readonly Decision[] {
      const { action, at } = decision;
      if (action.type !== 'set' && action.type !== 'scene') return [];
      const isLate = action.latestMs !== null && now - at > action.latestMs;
      const ended = isLate ? 'too-late' : refused;
      if (action.type === 'scene') {
        // A scene is played as a whole or not at all.
        if (ended === undefined) commands += countOf(decision);
        else unsent.set(stepNameOf(decision), ended);
        return [];
      }
      return action.writes.flatMap(({ command, isEnd }) => {
        if (isEnd && isLate) late.add(command);
        const how = isEnd ? refused : ended;
        if (how !== undefined) return end(command, how);
        commands += 1;
        return [];
      });
    },
  };
}
