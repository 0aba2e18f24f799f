import { describeWhyNot } from '@azulejo/automations/words/history';
import {
  type AutomationDefinition,
  type AutomationWhyNot,
  type Rehearsal,
  toTimestamp,
} from '@azulejo/contract';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type {
  AutomationHomes,
  Automations,
  CompiledHome,
  RequireRunnable,
  WordingFor,
} from '../definitions/index.ts';
import { createDescriptions } from './descriptions.ts';
import { type RehearseDependencies, rehearse } from './rehearse.ts';
import type { PastProgress } from './replay-past.ts';
import { toMinute, toRehearsal } from './to-wire.ts';
import { minuteOf, replayMinute } from './why-not.ts';

const DEFAULT_DAYS = 7;

type Dependencies = RehearseDependencies & {
  readonly automations: Automations;
  readonly homes: AutomationHomes;
  readonly requireRunnable: RequireRunnable;
  readonly wordingFor: WordingFor;
};

type Common = { readonly language?: string; readonly signal: AbortSignal };

type RehearseQuestion = Common & {
  readonly definition: AutomationDefinition;
  /** Id of the automation that the definition would replace. */
  readonly automationId?: string;
  /** The default is 7. */
  readonly days?: number;
};

type WhyNotQuestion = Common & { readonly automationId: string; readonly at: number };

export type Rehearsals = ReturnType<typeof createRehearsals>;

/** Rehearses automations of a user on past events, and explains why one did not run. Writes nothing. */
export function createRehearsals(dependencies: Dependencies) {
  const { homes } = dependencies;

  async function homeOf(userId: string): Promise<CompiledHome> {
    const home = await homes.of(userId);
    if (!home) throw new ApiError('not_found');
    return home;
  }

  return {
    /** Yields how far it is, and returns the rehearsal. Throws `not_found` or `invalid_automation`. */
    async *rehearse(
      userId: string,
      { definition: given, automationId, days = DEFAULT_DAYS, language, signal }: RehearseQuestion,
    ): AsyncGenerator<PastProgress, Rehearsal> {
      const home = await homeOf(userId);
      if (automationId !== undefined && !home.automations.some(({ id }) => id === automationId))
        throw new ApiError('not_found');
      const wanted = { id: automationId, definition: given, allowsGone: true };
      const definition = dependencies.requireRunnable(home, wanted);
      const wording = await dependencies.wordingFor(home, language);
      const question = { userId, home, definition, automationId, days, signal };
      const rehearsed = yield* rehearse(dependencies, question);
      return toRehearsal(rehearsed, createDescriptions(wording, definition), home.time);
    },

    /**
     * Returns why an automation did not run in the minute of `at`. Throws `not_found`, or `invalid_automation` when its
     * definition at that time cannot run in the home as it is today.
     */
    async whyNot(
      userId: string,
      { automationId, at, language, signal }: WhyNotQuestion,
    ): Promise<AutomationWhyNot> {
      const { automations, clock } = dependencies;
      if (at > clock.now()) throw invalidField('at', 'must not be in the future');
      const stored = await automations.get(userId, automationId);
      const home = await homeOf(userId);
      const wording = await dependencies.wordingFor(home, language);
      const minute = minuteOf(at);
      const found = versionAt(stored, await automations.versions(userId, automationId), minute);
      const { definition } = found ?? stored;
      const version = found && { id: automationId, version: found.version, definition };
      const record = version && (await replayMinute(dependencies, { userId, home, version, minute, signal }));
      const { runs, misses, probe } = toMinute(record, createDescriptions(wording, definition));
      const kind = record === undefined ? 'not-yet' : record.isRecorded ? 'replayed' : 'no-record';
      return {
        at: toTimestamp(at),
        text: describeWhyNot(
          { kind, runs, misses: misses.map(({ miss }) => miss), isEnabled: stored.isEnabled },
          { ...wording, definition },
        ),
        runs: [],
        misses: misses.map(({ wire }) => wire),
        ...probe,
      };
    },
  };
}

const MINUTE_MS = 60_000;

type Dated = { readonly version: number; readonly created: number };

/**
 * Returns the version that was in force at the end of a minute; undefined when the automation did not exist. If that
 * version is no longer stored, it is the oldest one that is.
 */
function versionAt<Version extends Dated>(
  automation: Pick<Dated, 'created'>,
  versions: readonly Version[],
  minute: number,
): Version | undefined {
  const end = minute + MINUTE_MS;
  if (automation.created >= end) return undefined;
  const newestFirst = versions.toSorted((one, other) => other.version - one.version);
  return newestFirst.find(({ created }) => created < end) ?? newestFirst.at(-1);
}
