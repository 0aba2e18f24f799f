import { type AutomationVersion, type CompiledAutomation, compile } from '@azulejo/automations';
import type { AutomationDefinition, FieldError } from '@azulejo/contract';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { RehearsedHome } from './rehearsed-home.ts';
import { type Flapping, findFlapping, hasEnded, leewaysFor, withLeeway } from './replay/flapping.ts';
import type { ReplayResult } from './replay/replay.ts';
import { type Past, type PastDependencies, type PastProgress, replayPast } from './replay-past.ts';
import type { createThreads, Lease } from './threads.ts';

const DAY_MS = 24 * 3_600_000;
/** Maximum number of events of a log that are looked at: the newest ones. */
const MAX_EVENTS = 1_000_000;
/** The id of an automation that is not stored yet. */
const NEW_AUTOMATION = 'rehearsal';

export type RehearseDependencies = PastDependencies & {
  readonly clock: Clock;
  readonly threads: ReturnType<typeof createThreads>;
};

type Question = {
  readonly userId: string;
  readonly home: RehearsedHome;
  readonly definition: AutomationDefinition;
  /** Id of the automation that the definition would replace. */
  readonly automationId: string | undefined;
  readonly days: number;
  readonly signal: AbortSignal;
};

type FoundFlapping = {
  readonly path: string;
  readonly runs: number;
  readonly leeway: number;
  readonly runsWithLeeway: number;
};

export type Rehearsed = {
  readonly automation: CompiledAutomation;
  readonly result: ReplayResult;
  readonly flapping: FoundFlapping | undefined;
  readonly from: number;
  readonly to: number;
  readonly isTruncated: boolean;
};

/** Compiles a definition. Throws `invalid_automation` with the path of each error. */
export function compiled(version: AutomationVersion, { facts }: RehearsedHome): CompiledAutomation {
  const { automation, problems } = compile(version, facts);
  if (automation) return automation;
  const fields = problems
    .filter(({ severity }) => severity === 'error')
    .map(({ path, text }): FieldError => ({ field: path, reason: text }));
  throw new ApiError('invalid_automation', { fields });
}

/**
 * Rehearses a definition over the last days, without writing anything. Yields its progress.
 * 1. Compile: an invalid definition is refused before anything is read.
 * 2. Find the part of the log that belongs to the days, at most the newest million events.
 * 3. Replay it in a worker thread, page by page.
 * 4. If a numeric trigger flaps, replay it with several leeways, and propose the smallest that helps.
 */
export async function* rehearse(
  dependencies: RehearseDependencies,
  { userId, home, definition, automationId, days, signal }: Question,
): AsyncGenerator<PastProgress, Rehearsed> {
  const { clock, events, threads } = dependencies;
  // A rehearsal treats it as switched on.
  const version: AutomationVersion = {
    id: automationId ?? NEW_AUTOMATION,
    version: 1,
    isEnabled: true,
    definition,
  };
  const automation = compiled(version, home);
  const now = clock.now();
  const span = await events.past.span(userId, now - days * DAY_MS, MAX_EVENTS);
  const past: Past = {
    userId,
    automation,
    home,
    after: span.after,
    last: span.last,
    from: span.from,
    to: now,
    recordFrom: span.from,
    own: automationId ?? '',
  };
  using lease = threads.lease(signal);
  const [result] = yield* replayPast(dependencies, past, [version], lease, signal);
  if (!result) throw new Error('the thread returned no result');
  const flapping = findFlapping(definition, result);
  return {
    automation,
    result,
    flapping:
      flapping && (await findLeeway(dependencies, { past, version, flapping, result, lease, signal })),
    from: span.from,
    to: result.isFull ? result.reached : now,
    isTruncated: span.isCut || result.isFull,
  };
}

/** Replays the past with a few leeways, and returns the smallest one that ends the flapping. */
async function findLeeway(
  dependencies: RehearseDependencies,
  {
    past,
    version,
    flapping: { path, trigger, tallied },
    result,
    lease,
    signal,
  }: {
    past: Past;
    version: AutomationVersion;
    flapping: Flapping;
    result: ReplayResult;
    lease: Lease;
    signal: AbortSignal;
  },
): Promise<FoundFlapping | undefined> {
  const compiledTrigger = past.automation.triggers.find(({ id }) => id === trigger.id);
  const keys = compiledTrigger?.kind === 'property' ? compiledTrigger.members.map(({ key }) => key) : [];
  const ranges = keys.flatMap((key) => result.extents.get(key) ?? []);
  const unit = past.home.facts.properties.get(keys[0] ?? '')?.unit ?? '';
  const leeways = leewaysFor(trigger, [Math.min(...ranges), Math.max(...ranges)], unit);
  if (leeways.length === 0) return undefined;
  const versions = leeways.map((leeway) => ({
    ...version,
    definition: withLeeway(version.definition, trigger.id, leeway),
  }));
  const replaying = replayPast(dependencies, past, versions, lease, signal);
  let step = await replaying.next();
  while (!step.done) step = await replaying.next();
  for (const [index, leeway] of leeways.entries()) {
    const own = step.value[index]?.triggers.find(({ id }) => id === trigger.id);
    if (hasEnded(tallied, own)) return { path, runs: tallied.runs, leeway, runsWithLeeway: own?.runs ?? 0 };
  }
  return undefined;
}
