import type { HomeState, LastWrite } from '@azulejo/automations';
import {
  type AutomationStep,
  automationCommandId,
  automationStepOf,
  causeOf,
  commandOf,
} from '../../telemetry/commands/index.ts';

/*
 * The reducer names a run `<automation>.<version>.<origin>`, such as `….3.e41` or `….3.t1@1764012345000`, and a write
 * `<run>.<step>[.<place>][.again]`. Ids of commands have parts of letters, digits, `-` and `_` (decision 0108), so
 * a run is called `3-e41` or `3-t1_1764012345000` in commands, in causes and in the API.
 */

const toId = (text: string): string => text.replaceAll('.', '-').replaceAll('@', '_');

/** Returns the id of a run within its automation. */
export const runIdOf = (run: string): string => toId(run.slice(run.indexOf('.') + 1));

/** Returns the reducer's name of a step of a run. */
export const stepNameOf = ({ run, step }: { run: string; step: string }): string => `${run}.${step}`;

/** Returns the part of a write's name that follows the run's: step, place in a group, and whether it is a retry. */
export const writeIdOf = (run: string, command: string): string => toId(command.slice(run.length + 1));

/** Returns the step that a write belongs to, as commands name it. */
export const stepOf = (automation: string, run: string, command: string): AutomationStep => ({
  automation,
  run: runIdOf(run),
  step: writeIdOf(run, command),
});

/** Returns what the log names as the cause of what ends a property's last write. */
export const causeOfWrite = ({ command, run }: LastWrite): string =>
  run === undefined
    ? command
    : causeOf({ id: automationCommandId(stepOf(run.slice(0, run.indexOf('.')), run, command)) });

const AUTOMATION = 'automation:';

/** Returns the cause of an event that a step made: a scene, a play or a switch. */
export const causeOfStep = ({ automation, run, step }: AutomationStep): string =>
  `${AUTOMATION}${automation}.${run}.${step}`;

/** Returns the step in a cause, of a command or of an event that it made. */
export function stepInCause(cause: string | null): AutomationStep | undefined {
  if (cause === null) return undefined;
  return automationStepOf(cause.startsWith(AUTOMATION) ? cause.slice(AUTOMATION.length) : commandOf(cause));
}

/** Returns the reducer's name of the run, if the home still knows it. */
export function runNameOf({ chains }: HomeState, { automation, run }: AutomationStep): string | undefined {
  return chains.findLast(([name]) => name.startsWith(`${automation}.`) && runIdOf(name) === run)?.[0];
}

/** Returns the reducer's name of a write that has not ended. */
export function writeNameOf(
  { automations }: HomeState,
  { automation, run, step }: AutomationStep,
): string | undefined {
  const found = automations[automation]?.runs.find(({ id }) => runIdOf(id) === run);
  return found && Object.keys(found.writes).find((command) => writeIdOf(found.id, command) === step);
}
