import {
  type CompiledAutomation,
  compile,
  createCalendar,
  createHome,
  describeAutomation,
  type Home,
  type HomeFacts,
  isBlocking,
  type LoopAutomation,
  type Problem,
  type SceneWrites,
} from '@azulejo/automations';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { mapInTurns } from '../../platform/short-turns.ts';
import type { StoredAutomation } from './automation-row.ts';
import type { KnownHome } from './facts/home-facts.ts';
import { prepareHomeRevision } from './read-models/home-revision.ts';
import type { StoredAutomations } from './stored-automations.ts';
import type { HomeNames } from './words/home-names.ts';

/** An automation with what compiling says of it in the home as it is. */
export type JudgedAutomation = Pick<StoredAutomation, 'id' | 'version' | 'isEnabled' | 'definition'> & {
  /** Undefined for an automation that cannot run. Parts with an error are left out. */
  readonly compiled: CompiledAutomation | undefined;
  /** Also what is left of an automation that cannot run, with which its runs in progress end. */
  readonly running: CompiledAutomation | undefined;
  readonly problems: readonly Problem[];
};

/** Returns whether an automation does nothing in the home as it is. */
export const cannotRun = ({
  compiled,
  definition,
  problems,
}: Pick<JudgedAutomation, 'compiled' | 'definition' | 'problems'>): boolean =>
  !compiled || problems.some((each) => isBlocking(each, definition));

/** The automations of a user, compiled for one revision of the home. */
export type CompiledHome = {
  /** The input of the reducer: the automations that compile, including those that are switched off. */
  readonly home: Home;
  readonly facts: HomeFacts;
  readonly sceneWrites: SceneWrites;
  /** The revision of the home that it was compiled for. */
  readonly revision: number;
  /** Sorted in the user's order. */
  readonly automations: readonly JudgedAutomation[];
  /** The names of devices, rooms, places, people and scenes in the home. */
  readonly names: HomeNames;
  /** Its time zone (an IANA name) and its position. */
  readonly time: KnownHome['time'];
};

type Entry = CompiledHome & { readonly validUntil: number };

/** An earlier version that a run still uses. */
export type EarlierVersion = { readonly id: string; readonly version: number };

/** The maximum size of the compiled homes: some ten thousand homes with a few automations. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Estimates; compiled parts take a few times the text of their definition. */
const BYTES_PER_HOME = 4_000;
const BYTES_PER_PROPERTY = 200;
const BYTES_PER_CHARACTER = 8;

/** An automation as it was at a place of its home's log; it may have changed since. */
export type KnownAutomation = { readonly id: string; readonly version: number; readonly isEnabled: boolean };

type Dependencies = {
  db: Db;
  clock: Clock;
  stored: Pick<StoredAutomations, 'list' | 'version'>;
  factsOf: (userId: string) => Promise<KnownHome>;
};

export type Homes = ReturnType<typeof createHomes>;

/**
 * Compiles the automations of a home against its devices, scenes and places as they are. A compiled home is kept until
 * the home's revision changes, which every change of these raises.
 */
export function createHomes({ db, clock, stored, factsOf }: Dependencies) {
  const compiled = new LRUCache<string, Entry>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf });
  const making = new Map<string, Promise<Entry>>();
  const revisionOf = prepareHomeRevision(db);

  async function make(userId: string, revision: number): Promise<Entry> {
    // The revision was read before: what is read now is of that revision or a later one, which is compiled again.
    const [known, all] = await Promise.all([factsOf(userId), stored.list(userId)]);
    const entry = await compileHome(known, all, revision);
    compiled.set(userId, entry);
    return entry;
  }

  async function current(userId: string): Promise<Entry | undefined> {
    const row = await revisionOf.get({ homeId: userId });
    if (!row) return undefined;
    const known = compiled.get(userId);
    if (known?.revision === row.revision && known.validUntil > clock.now()) return known;
    const key = `${userId} ${row.revision}`;
    const made = making.get(key) ?? make(userId, row.revision).finally(() => making.delete(key));
    making.set(key, made);
    return made;
  }

  return createVersioned({ stored, current });
}

type Versioned = { stored: Dependencies['stored']; current: (userId: string) => Promise<Entry | undefined> };

/** Returns homes with automations in versions that are not the present ones. */
function createVersioned({ stored, current }: Versioned) {
  async function compileVersions(
    userId: string,
    { facts }: CompiledHome,
    wanted: readonly (EarlierVersion & { readonly isEnabled?: boolean })[],
  ): Promise<CompiledAutomation[]> {
    const found = await Promise.all(
      wanted.map(async ({ id, version, isEnabled = true }) => {
        const row = await stored.version(userId, id, version);
        return row && compile({ id, version, isEnabled, definition: row.definition }, facts).running;
      }),
    );
    return found.filter((each) => each !== undefined);
  }

  return {
    /**
     * Returns the home of an active user. `earlier` are older versions that the home still needs: a run ends with
     * the version that it began with.
     */
    async of(userId: string, earlier: readonly EarlierVersion[] = []): Promise<CompiledHome | undefined> {
      const found = await current(userId);
      if (!found || earlier.length === 0) return found;
      const { automations, calendar } = found.home;
      const versions = await compileVersions(userId, found, earlier);
      return { ...found, home: createHome(automations, calendar, { earlier: versions }) };
    },

    /**
     * Returns the home with these automations instead of the present ones, in this order: those that it had at a place
     * of its log. One that was deleted since is left out.
     */
    async asOf(
      userId: string,
      automations: readonly KnownAutomation[],
      earlier: readonly EarlierVersion[],
    ): Promise<CompiledHome | undefined> {
      const found = await current(userId);
      if (!found) return undefined;
      if (earlier.length === 0 && areSame(found.automations, automations)) return found;
      const judged = new Map(found.automations.map((each) => [each.id, each]));
      const isPresent = ({ id, version, isEnabled }: KnownAutomation) => {
        const now = judged.get(id);
        return now?.version === version && now.isEnabled === isEnabled;
      };
      const others = automations.filter((each) => judged.has(each.id) && !isPresent(each));
      const changed = await compileVersions(userId, found, others);
      const compiled = automations.flatMap(
        (each) =>
          (isPresent(each)
            ? judged.get(each.id)?.running
            : changed.find(({ id, version }) => id === each.id && version === each.version)) ?? [],
      );
      const versions = await compileVersions(userId, found, earlier);
      return { ...found, home: createHome(compiled, found.home.calendar, { earlier: versions }) };
    },
  };
}

const areSame = (one: readonly KnownAutomation[], other: readonly KnownAutomation[]): boolean =>
  one.length === other.length &&
  one.every(
    ({ id, version, isEnabled }, index) =>
      id === other[index]?.id && version === other[index].version && isEnabled === other[index].isEnabled,
  );

async function compileHome(
  known: KnownHome,
  stored: readonly StoredAutomation[],
  revision: number,
): Promise<Entry> {
  const facts: HomeFacts = { ...known.facts, automations: new Set(stored.map(({ id }) => id)) };
  const automations = await mapInTurns(stored, ({ id, version, isEnabled, definition }): JudgedAutomation => {
    const { automation, ...judged } = compile({ id, version, isEnabled, definition }, facts);
    return { id, version, isEnabled, definition, compiled: automation, ...judged };
  });
  const running = automations.flatMap((each) => each.running ?? []);
  return {
    home: createHome(running, createCalendar(known.time)),
    facts,
    sceneWrites: known.sceneWrites,
    revision,
    automations,
    names: known.names,
    time: known.time,
    validUntil: known.validUntil,
  };
}

const sizeOf = ({ facts, automations }: Entry): number =>
  BYTES_PER_HOME +
  facts.properties.size * BYTES_PER_PROPERTY +
  automations.reduce(
    (sum, { definition }) => sum + JSON.stringify(definition).length * BYTES_PER_CHARACTER,
    0,
  );

/** An automation is judged again whenever its home changes. */
const loopAutomations = new WeakMap<JudgedAutomation, LoopAutomation>();

function loopAutomationOf(
  automation: JudgedAutomation,
  { facts, sceneWrites }: CompiledHome,
): LoopAutomation {
  const described = loopAutomations.get(automation) ?? describeAutomation(automation, facts, sceneWrites);
  loopAutomations.set(automation, described);
  return described;
}

/** Returns what matters for loops of the automations that are switched on and run, but this one. */
export const othersForLoops = (home: CompiledHome, id: string | undefined): Promise<LoopAutomation[]> =>
  mapInTurns(
    home.automations.filter((each) => each.id !== id && each.isEnabled && each.compiled),
    (each) => loopAutomationOf(each, home),
  );
