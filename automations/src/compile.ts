import type { AutomationDefinition } from '@azulejo/contract';
import { compileCondition } from './compile/condition.ts';
import type { Compiling } from './compile/context.ts';
import { compileSteps } from './compile/steps.ts';
import { compileTrigger } from './compile/trigger.ts';
import { warnOfContradictions, warnOfOwnEnd } from './compile/warnings.ts';
import type { CompiledAutomation, Operation } from './compiled.ts';
import { parseDuration } from './duration.ts';
import type { HomeFacts } from './facts.ts';
import { partsByLetter, withPartIds } from './part-ids.ts';
import { createProblems, isFatal, type Problem } from './problems.ts';

/** One version of an automation. */
export type AutomationVersion = {
  readonly id: string;
  readonly version: number;
  readonly isEnabled: boolean;
  readonly definition: AutomationDefinition;
};

const DEFAULT_LATEST_MS = 15 * 60_000;
const MAX_TRIGGERS = 20;

/**
 * Compiles one version of an automation against the home as it is now: values are converted into the stored units,
 * groups become the properties that belong to them, and conditions become closures. Parts that name something that is
 * gone are left out: such a trigger never fires, such a condition is unknown, and such a step is skipped. There is no
 * automation if the definition has another error, or if no trigger or no action is left. In the latter case its runs in
 * progress still end with what is left (`running`), which has no triggers.
 */
export function compile(
  source: AutomationVersion,
  facts: HomeFacts,
): {
  readonly automation: CompiledAutomation | undefined;
  readonly running: CompiledAutomation | undefined;
  readonly problems: readonly Problem[];
} {
  const definition = withPartIds(source.definition);
  const problems = createProblems();
  const parts = partsByLetter(definition);
  for (const list of Object.values(parts)) checkIds(list, problems.add);
  const triggerIds = new Set(parts.t.map(({ part }) => String(part['id'])));
  const context: Compiling = { facts, problems, names: new Map(), triggerIds };
  if (parts.t.length > MAX_TRIGGERS) problems.add('when', 'too_many', `At most ${MAX_TRIGGERS} triggers.`);
  const triggers = parts.t
    .slice(0, MAX_TRIGGERS)
    .map(({ part, path }) => compileTrigger(context, part, path))
    .filter((trigger) => trigger !== undefined);
  const condition =
    definition.onlyIf === undefined ? undefined : compileCondition(context, definition.onlyIf, 'onlyIf');
  const steps = compileSteps(context, definition.then, 'then', definition.late === undefined);
  const latestMs = latestOf(definition.late, problems.add);
  const atMostEveryMs = parseDuration(definition.atMostEvery);
  if (definition.atMostEvery !== undefined && atMostEveryMs === undefined)
    problems.add('atMostEvery', 'invalid_duration', 'Use an ISO 8601 duration from 1 second to 30 days.');
  const { id, version, isEnabled } = source;
  warnOfContradictions(context, definition);
  warnOfOwnEnd(context, id, definition.then);
  const { mode = 'single' } = definition;
  const { names } = context;
  const automation: CompiledAutomation = {
    id,
    version,
    isEnabled,
    mode,
    triggers,
    condition,
    steps,
    atMostEveryMs,
    latestMs,
    names,
  };
  const { list } = problems;
  if (list.some(isFatal)) return { automation: undefined, running: undefined, problems: list };
  if (canRun(automation, definition, list)) return { automation, running: automation, problems: list };
  return {
    automation: undefined,
    running: { ...automation, triggers: [], cannotStart: true },
    problems: list,
  };
}

/** The operations that wait for something, decide what follows, or are skipped. */
const PASSIVE: ReadonlySet<Operation['op']> = new Set(['wait', 'wait-until', 'if', 'jump', 'skip']);

function canRun(
  { triggers, steps }: CompiledAutomation,
  { when }: AutomationDefinition,
  problems: readonly Problem[],
): boolean {
  if (problems.every(({ severity }) => severity !== 'error')) return true;
  return (
    (when.length === 0 || triggers.length > 0) && steps.some(({ operation: { op } }) => !PASSIVE.has(op))
  );
}

function checkIds(
  parts: readonly { part: Readonly<Record<string, unknown>>; path: string }[],
  add: ReturnType<typeof createProblems>['add'],
): void {
  const seen = new Set<unknown>();
  for (const { part, path } of parts) {
    if (seen.has(part['id'])) add(`${path}.id`, 'duplicate_id', 'Another part has this id.');
    seen.add(part['id']);
  }
}

function latestOf(late: string | undefined, add: ReturnType<typeof createProblems>['add']): number | null {
  if (late === undefined) return DEFAULT_LATEST_MS;
  if (late === 'always') return null;
  const ms = parseDuration(late.replace('skip-after:', ''));
  if (ms === undefined)
    add('late', 'invalid_duration', 'Use `always`, or `skip-after:` and a duration such as PT15M.');
  return ms ?? DEFAULT_LATEST_MS;
}
