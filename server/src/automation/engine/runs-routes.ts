import { describeMiss, describeProblem } from '@azulejo/automations/words/history';
import type { AutomationRun, resources } from '@azulejo/contract';
import type { Handlers, HomeAccess } from '../../core/access/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { webhookKeyText } from '../../platform/outbound/index.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';
import {
  type AutomationHomes,
  type Automations,
  requireMaySave,
  type WordingFor,
} from '../definitions/index.ts';
import type { createHooks } from './hooks.ts';
import type { Inbox } from './inbox.ts';
import { signaturePurpose } from './messages.ts';
import { runIdOf } from './run-ids.ts';
import type { Runs, StoredRun } from './runs.ts';
import { toWireMisses, toWireRun, type VersionedWording } from './to-wire.ts';

type Dependencies = {
  clock: Clock;
  automations: Automations;
  homes: AutomationHomes;
  wordingFor: WordingFor;
  runs: Runs;
  hooks: ReturnType<typeof createHooks>;
  keyring: Pick<Keyring, 'derive'>;
  inbox: Inbox;
  url: string;
  playAutomation: PlayAutomation;
};

type RunHandlers = Handlers<typeof resources.automationRuns>;
const PAGE_SIZE = 20;
const PLAYS_PER_MINUTE = 60;
const CALLS_PER_MINUTE = 60;
/** Every call stores the state of the home again, and a home may have 200 automations. */
const CALLS_OF_HOME_PER_MINUTE = 300;

/** Describes an automation's runs in words, with the definitions of its versions. Throws `not_found`. */
function createVersionedWording({
  automations,
  homes,
  wordingFor,
}: Pick<Dependencies, 'automations' | 'homes' | 'wordingFor'>) {
  return async (
    userId: string,
    automationId: string,
    language: string | undefined,
  ): Promise<VersionedWording> => {
    const stored = await automations.get(userId, automationId);
    const [versions, home] = await Promise.all([
      automations.versions(userId, automationId),
      homes.of(userId),
    ]);
    if (!home) throw new ApiError('not_found');
    const definitions = new Map(versions.map(({ version, definition }) => [version, definition]));
    const wording = await wordingFor(home, language);
    return { ...wording, definitionOf: (version) => definitions.get(version) ?? stored.definition };
  };
}

export const runHandlers = (dependencies: Dependencies): RunHandlers => ({
  ...readHandlers(dependencies),
  ...hookHandlers(dependencies),
  play: async ({ input, context }) => ({
    body: await dependencies.playAutomation(context.home, input.automation_id, input),
  }),
});

/** Leaves out what started a run where that is of the person's phone, for callers who do not see it. */
function seenIn({ sees }: HomeAccess, run: StoredRun): StoredRun {
  const { by, trigger, property } = run.start;
  return property !== undefined && !sees(property.channel)
    ? { ...run, start: { by, ...(trigger !== undefined && { trigger }) } }
    : run;
}

function readHandlers(dependencies: Dependencies): Pick<RunHandlers, 'list' | 'get' | 'misses'> {
  const { runs } = dependencies;
  const wordingFor = createVersionedWording(dependencies);
  return {
    list: async ({ input, context }) => {
      const { id: userId } = context.home;
      const wording = await wordingFor(userId, input.automation_id, input.language);
      const of = { userId, automationId: input.automation_id };
      const before = input.before === undefined ? undefined : await runs.find({ ...of, id: input.before });
      if (input.before !== undefined && !before) throw new ApiError('not_found');
      const found = await runs.list(of, { before, limit: input.page_size ?? PAGE_SIZE });
      const seen = found.map((run) => seenIn(context.home, run));
      return { body: { elements: seen.map((run) => toWireRun(run, wording)) }, cacheControl: NO_STORE };
    },
    get: async ({ input, context }) => {
      const { id: userId } = context.home;
      const wording = await wordingFor(userId, input.automation_id, input.language);
      const of = { userId, automationId: input.automation_id, id: input.run_id };
      const run = await runs.find(of);
      if (!run) throw new ApiError('not_found');
      const seen = seenIn(context.home, run);
      return { body: toWireRun(seen, wording, await runs.steps(of)), cacheControl: NO_STORE };
    },
    misses: async ({ input, context }) => {
      const { id: userId } = context.home;
      const wording = await wordingFor(userId, input.automation_id, input.language);
      const found = await runs.misses({ userId, automationId: input.automation_id });
      return { body: toWireMisses(found, wording), cacheControl: NO_STORE };
    },
  };
}

/**
 * Returns a function that runs an automation of a home for the caller, and resolves when the run is stored. It throws
 * `automation_not_run` with the reason when the run does not begin.
 */
export function createPlayAutomation(
  dependencies: Omit<Dependencies, 'hooks' | 'keyring' | 'url' | 'playAutomation'>,
) {
  const { clock, automations, homes, runs, inbox } = dependencies;
  const wordingFor = createVersionedWording(dependencies);
  const limit = createRateLimit('automation_plays', PLAYS_PER_MINUTE, { clock });

  /** Throws `automation_not_run` with its first problem when the automation cannot run in the home as it is. */
  async function requireCompiled(userId: string, automationId: string, { history }: VersionedWording) {
    const automation = (await homes.of(userId))?.automations.find(({ id }) => id === automationId);
    const problem = automation?.problems.find(({ severity }) => severity === 'error');
    if (automation && !automation.compiled && problem)
      throw new ApiError('automation_not_run', { detail: describeProblem(problem, history) });
  }

  const requireMay = createRequireMay(homes);

  return async (
    home: HomeAccess,
    automationId: string,
    { conditions = false, language }: { conditions?: boolean; language?: string } = {},
  ): Promise<AutomationRun> => {
    const userId = home.id;
    const { isEnabled } = await automations.get(userId, automationId);
    if (!isEnabled) throw new ApiError('automation_not_run', { detail: 'It is switched off.' });
    limit.take(userId);
    const wording = await wordingFor(userId, automationId, language);
    await requireMay(home, automationId);
    await requireCompiled(userId, automationId, wording);
    const answer = await inbox.play(home, automationId, conditions);
    if (!answer) throw new ApiError('unavailable');
    if (answer.type === 'run-queued')
      throw new ApiError('automation_not_run', { detail: 'It will run when the run before it has ended.' });
    if (answer.type === 'miss') {
      const definition = wording.definitionOf(answer.version);
      throw new ApiError('automation_not_run', { detail: describeMiss(answer, { ...wording, definition }) });
    }
    const run = await runs.find({ userId, automationId, id: runIdOf(answer.run) });
    if (!run) throw new ApiError('unavailable');
    return toWireRun(seenIn(home, run), wording);
  };
}

/**
 * Returns a function that throws `insufficient_scope` when the automation does what the caller may not do: a run, and a
 * hook, which runs it without a sign-in, act with all rights of the home.
 */
const createRequireMay =
  (homes: AutomationHomes) =>
  async ({ id: homeId, rights }: HomeAccess, automationId: string): Promise<void> => {
    if (rights === 'all') return;
    const home = await homes.of(homeId);
    const automation = home?.automations.find(({ id }) => id === automationId);
    if (home && automation) requireMaySave(rights, home, automation);
  };

export type PlayAutomation = ReturnType<typeof createPlayAutomation>;

function hookHandlers({
  clock,
  automations,
  homes,
  hooks,
  keyring,
  inbox,
  url,
}: Dependencies): Pick<RunHandlers, 'signingKey' | 'createHook' | 'removeHook' | 'callHook'> {
  const ofAutomation = createRateLimit('automation_hooks', CALLS_PER_MINUTE, { clock });
  const requireMay = createRequireMay(homes);
  const ofHome = createRateLimit('automation_hooks', CALLS_OF_HOME_PER_MINUTE, { clock });
  return {
    signingKey: async ({ input, context }) => {
      await automations.get(context.home.id, input.automation_id);
      const [newest] = await keyring.derive(signaturePurpose(input.automation_id));
      if (newest === undefined) throw new ApiError('unavailable');
      return { body: { signing_key: webhookKeyText(newest) }, cacheControl: NO_STORE };
    },
    createHook: async ({ input, context }) => {
      const { id } = context.home;
      await automations.get(id, input.automation_id);
      await requireMay(context.home, input.automation_id);
      const key = await hooks.create(id, input.automation_id);
      return { body: { url: `${url}/v3/hooks/${key}` }, cacheControl: NO_STORE };
    },
    removeHook: async ({ input, context }) => {
      const { id } = context.home;
      await automations.get(id, input.automation_id);
      await hooks.remove(id, input.automation_id);
      return { body: {} };
    },
    callHook: async ({ input }) => {
      const found = await hooks.find(input.hook_key);
      if (!found) throw new ApiError('not_found');
      // One address alone cannot use up what all have.
      ofAutomation.take(found.automationId);
      ofHome.take(found.userId);
      await automations.get(found.userId, found.automationId);
      if (!(await homes.of(found.userId))) throw new ApiError('not_found');
      await inbox.call(found.userId, found.automationId);
      return { body: {}, cacheControl: NO_STORE };
    },
  };
}
