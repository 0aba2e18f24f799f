import { type BoundStatement, ConstraintError } from '@azulejo/storage';
import { automationCommandId, type CommandRecord, type Commands } from '../commands/index.ts';
import type { NewEvent } from '../events/index.ts';
import { createAcceptAutomationCommands } from './accept-automation-commands.ts';
import { type AutomationCommand, planRefusal, type RequestedCommand } from './automation-command.ts';
import type { Processed } from './batcher.ts';
import { ATTEMPTS, type Commit, isOvertaking, OVERTAKEN, overtaken } from './commit.ts';
import { type Entry, keyOf, type OutcomeOf, type Write } from './entries.ts';

/** The combined work of runs of automations, which is stored in one unit or not at all. */
export type Work = {
  /** The commands of at most 500 different steps. */
  readonly commands: readonly AutomationCommand[];
  /** Statements that run first in the unit, because they lock rows of the users. */
  readonly locking: readonly BoundStatement[];
  /**
   * Returns what else is stored with the commands, whose outcomes it receives in their order. Nothing is stored when a
   * statement, or one of `locking`, expects a row and finds none. It is called again when the unit is planned again.
   */
  readonly store: (outcomes: readonly CommandRecord[]) => {
    readonly statements: readonly BoundStatement[];
    readonly events?: readonly NewEvent[];
  };
};

/** `isStored` is false when a statement of the caller found no row. */
export type WorkResult = { readonly isStored: boolean; readonly outcomes: readonly CommandRecord[] };

/** Work that waits in the queue of the batcher. */
export type WorkEntry = { readonly kind: 'work'; readonly work: Work };

/** The batcher, by the outcome of each kind of entry. */
export type WriteBatcher = {
  add<E extends Entry | WorkEntry>(
    entry: E,
    arrival?: number,
  ): Promise<{ done: Promise<E extends Entry ? OutcomeOf<E> : WorkResult> }>;
  drain(): Promise<void>;
};

type Dependencies = Parameters<typeof createAcceptAutomationCommands>[0] & {
  commands: Commands;
  commit: Commit;
};

const MAX_COMMANDS = 500;

/**
 * Processes work (decision 0108):
 * 1. Read which of its commands exist, from an earlier attempt whose result the caller did not learn.
 * 2. Accept the others as if their users sent them now. A command that is not accepted ends as refused.
 * 3. Plan, and commit with the caller's statements; again when another server was faster.
 */
export function createCommitWork(dependencies: Dependencies) {
  const { commands, commit } = dependencies;
  const acceptCommands = createAcceptAutomationCommands(dependencies);

  async function planOf(requested: readonly RequestedCommand[], accepted: Map<string, Write>) {
    const known = await commands.findMany(requested.map(({ id }) => id));
    const outcomes = new Map(known.map((command) => [command.id, command]));
    const { writes, refusals } = await acceptCommands(
      requested.filter(({ id }) => !outcomes.has(id)),
      accepted,
    );
    const { plan, outcomes: records } = await commit.planOf(writes);
    for (const refusal of refusals) outcomes.set(refusal.command.id, planRefusal(plan, refusal));
    for (const record of records) outcomes.set(record.id, record);
    return { plan, outcomes: requested.flatMap(({ id }) => outcomes.get(id) ?? []) };
  }

  return async ({ work }: WorkEntry): Promise<Processed<WorkResult>> => {
    const epoch = commit.epoch();
    const requested = commandsOf(work);
    const addresses = () => requested.map(({ address }) => address);
    const accepted = new Map<string, Write>();
    let outcomes: readonly CommandRecord[] = [];
    async function planWork() {
      const { plan, ...planned } = await planOf(requested, accepted);
      outcomes = planned.outcomes;
      const { statements, events = [] } = work.store(outcomes);
      plan.events.push(...events);
      return { plan, statements };
    }
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const isLast = attempt === ATTEMPTS - 1;
      const stored = await commit
        .store(attempt, { epoch, first: work.locking, addresses, planWork })
        .catch((error) => explain(error, isLast));
      if (stored.outcome === 'overtaken') continue;
      const effects = stored.outcome === 'stored' ? stored.effects : [];
      return { effects, outcomes: [{ isStored: stored.outcome === 'stored', outcomes }] };
    }
    throw overtaken();
  };
}

function commandsOf({ commands }: Work): RequestedCommand[] {
  if (commands.length > MAX_COMMANDS) throw new RangeError(`${commands.length} commands at once`);
  const requested = commands.map((command) => ({
    ...command,
    id: automationCommandId(command),
    key: keyOf(command.address),
  }));
  if (new Set(requested.map(({ id }) => id)).size < requested.length)
    throw new RangeError('a step requests one command');
  return requested;
}

/**
 * Returns `overtaken` if the channel was deleted, or another server inserted one of the rows, since the plan was
 * made. Throws any other error.
 */
function explain(error: unknown, isLast: boolean): typeof OVERTAKEN {
  const isGone = error instanceof ConstraintError && error.kind === 'foreign-key';
  if ((isGone || isOvertaking(error)) && !isLast) return OVERTAKEN;
  throw error;
}
