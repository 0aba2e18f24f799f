import type { Decision, HomeState } from '@azulejo/automations';
import { LRUCache } from 'lru-cache';
import type { Chain } from '../../telemetry/commands/index.ts';
import type { EarlierVersion, KnownAutomation } from '../definitions/index.ts';
import type { RunningHome } from './running-home.ts';

export type StepDecided = Extract<Decision, { type: 'step-decided' }>;

/** A step whose commands were too many for the batch that decided it. */
export type DeferredStep = {
  readonly decision: StepDecided;
  /** Its place among the decisions of the home, and what caused it. */
  readonly place: number;
  readonly chain: Chain;
};

/** The stored state of a home's automations, and the beginnings of their runs' chains of causes. */
export type Remembered = {
  readonly home: HomeState;
  /** The id in which a chain of causes began, by the reducer's name of a run that is not over. */
  readonly roots: Record<string, string>;
  /**
   * The automations as the log has them up to the home's cursor, in their order. Absent in homes of an earlier version,
   * until the next change.
   */
  automations?: readonly KnownAutomation[];
  /** The automations that name something that is gone. Absent before the first change of the home. */
  gone?: readonly string[];
  /** How many decisions were stored, which orders those of one moment. Absent in homes of an earlier version. */
  decided?: number;
  /** The steps that are sent before anything else of the home is processed. Absent in homes of an earlier version. */
  deferred?: DeferredStep[];
};

/** A home whose automations run. `remembered` is changed in place while its log is read. */
export type LiveHome = {
  readonly userId: string;
  readonly remembered: Remembered;
  compiled: RunningHome;
  /** The latest revision of the home that its automations know; null if there is none yet. */
  revision: number | null;
  /** Number of the last event that was applied. */
  cursor: number;
  /** The cursor that is stored; undefined before the first time. */
  storedCursor: number | undefined;
  /** When its automations run next, as it was stored last, by automation. */
  readonly nextRuns: Map<string, number | undefined>;
  /** Size of what was stored last, in characters. */
  size: number;
};

/** Homes of five automations take some 20 KB each. */
const MAX_BYTES = 128 * 1024 * 1024;
const BYTES_PER_CHARACTER = 4;
const BYTES_PER_HOME = 2_000;

/** Caches the homes that were used last, so that an event needs no query. */
export const createLiveHomes = () =>
  new LRUCache<string, LiveHome>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ size }) => BYTES_PER_HOME + size * BYTES_PER_CHARACTER,
  });

export type LiveHomes = ReturnType<typeof createLiveHomes>;

export const hasDeferred = ({ remembered }: LiveHome): boolean => (remembered.deferred ?? []).length > 0;

/** Returns the earlier versions that runs still use. */
export function earlierVersions(
  { automations: states }: HomeState,
  automations: readonly Pick<KnownAutomation, 'id' | 'version'>[],
): EarlierVersion[] {
  const present = new Map(automations.map(({ id, version }) => [id, version]));
  return Object.entries(states).flatMap(([id, { runs }]) =>
    [...new Set(runs.map(({ version }) => version))]
      .filter((version) => version !== present.get(id))
      .map((version) => ({ id, version })),
  );
}
