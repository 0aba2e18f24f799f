import { addressKey } from '@azulejo/model';
import type { Write } from '../decision.ts';
import type { WriteEndedInput, WriteOpenedInput } from '../input.ts';
import type { HomeState, LastWrite } from '../state.ts';
import type { Reducing } from './context.ts';
import { isUsed } from './values.ts';

/** No owner has longer to answer. The end of an older write is unknown: the user's access ended before it. */
const MAX_OPEN_MS = 60_000;
/** A rehearsal sends no writes: each of its own counts as done until the log has another value. */
const UNTIL_NEXT_VALUE = Number.MAX_SAFE_INTEGER;

const isPending = (last: LastWrite | undefined, at: number): last is LastWrite =>
  last !== undefined && last.until > at;

/** Returns the value that a property has, or will have when the write on its way to the device arrives. */
export function wantedValue({ writes, values, at }: HomeState, key: string): { value: unknown } | undefined {
  const last = writes?.[key];
  return isPending(last, at) ? last : values[key];
}

/** Returns the automation of a run, whose name begins with it. */
export const automationOf = (run: string | undefined): string | undefined => run?.slice(0, run.indexOf('.'));

/** Returns whether it was the automation that set the property last, or nobody as far as is known. */
export function isSetBy({ writes, values, at }: HomeState, key: string, automation: string): boolean {
  const last = writes?.[key];
  if (isPending(last, at)) return automationOf(last.run) === automation;
  const known = values[key];
  return known === undefined || known.by === automation;
}

/** Moves the times until which writes are open, after the clock was set. */
export function moveWrites({ writes = {} }: HomeState, shift: number): void {
  for (const last of Object.values(writes))
    if (last.until > 0 && last.until < UNTIL_NEXT_VALUE) last.until += shift;
}

/** Remembers a write of a step, before the log has it: the next step may follow in the same batch. */
export function noteWrite({ home, state }: Reducing, run: string, write: Write): void {
  state.writes ??= {};
  state.writes[addressKey(write)] = {
    value: write.value,
    command: write.command,
    run,
    until: home.assumesDone ? UNTIL_NEXT_VALUE : state.at + MAX_OPEN_MS,
  };
}

/**
 * Remembers a write of the log. A write supersedes the one before, whose end the log has first; so the remembered write
 * that has not ended is a later one, which the log does not have yet.
 */
export function noteOpened({ home, state }: Reducing, input: WriteOpenedInput): void {
  const key = addressKey(input);
  const last = state.writes?.[key];
  const isOlder = isPending(last, state.at) && last.until < UNTIL_NEXT_VALUE;
  if (isOlder || !isUsed(home, state, key)) return;
  state.writes ??= {};
  state.writes[key] = { value: input.data, command: input.command, until: state.at + MAX_OPEN_MS };
}

export function noteEnded(
  { writes }: HomeState,
  { command, ...address }: Pick<WriteEndedInput, 'command' | 'channel' | 'component' | 'property'>,
): void {
  const last = writes?.[addressKey(address)];
  if (last?.command === command) last.until = 0;
}

/** Lets a value of the log replace the one that a rehearsal assumed. */
export function valueReplaced({ writes }: HomeState, key: string): void {
  const last = writes?.[key];
  if (last?.until === UNTIL_NEXT_VALUE) last.until = 0;
}

/** Returns whether the property was written again since, so that repeating the command would undo that. */
export const isOvertaken = ({ writes }: HomeState, key: string, command: string): boolean =>
  writes?.[key] !== undefined && writes[key].command !== command;
