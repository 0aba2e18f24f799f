import { toDefinitionParts } from '@azulejo/automations';
import { AutomationDefinition, type FieldError, type resources, type WorkerInput } from '@azulejo/contract';
import { isJsonObject } from '@azulejo/model';
import type { Handlers, HomeAccess, NamedHome } from '../../core/access/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { NO_STORE, PRIVATE } from '../../platform/http/replies.ts';
import { inputValidator } from '../../platform/http/validation.ts';
import { revisionOf } from '../../platform/revision.ts';
import { mapInTurns } from '../../platform/short-turns.ts';
import {
  type AutomationHomes,
  type Automations,
  authorOf,
  type CheckLimit,
  type StoredAutomation,
  type WordingFor,
} from '../definitions/index.ts';
import { toWorker } from './to-worker.ts';

type Dependencies = {
  automations: Automations;
  checkLimit: CheckLimit;
  homes: AutomationHomes;
  wordingFor: WordingFor;
  picture: (name: string) => string;
  /** Runs an automation, and throws when it does not begin. */
  playAutomation: (home: HomeAccess, automationId: string) => Promise<unknown>;
};

const createWorkersOf =
  ({ homes, wordingFor, picture }: Pick<Dependencies, 'homes' | 'wordingFor' | 'picture'>) =>
  async ({ id, pathId }: NamedHome) => {
    const home = await homes.of(id);
    if (!home) throw new ApiError('not_found');
    const context = { userId: pathId, home, wording: await wordingFor(home), picture };
    return (stored: StoredAutomation) => toWorker(stored, context);
  };

/** Serves automations to known apps, which call them workers. */
export function workerHandlers(dependencies: Dependencies): Handlers<typeof resources.workers> {
  const { automations, checkLimit, playAutomation } = dependencies;
  const workersOf = createWorkersOf(dependencies);
  return {
    list: async ({ context }) => {
      const { id, revision } = context.home;
      const [worker, all] = await Promise.all([workersOf(context.home), automations.list(id)]);
      const newestFirst = all.toSorted((one, other) => other.created - one.created);
      const body = { workers: await mapInTurns(newestFirst, worker) };
      return { body, revision: revisionOf(revision, body), cacheControl: PRIVATE };
    },
    get: async ({ input, context }) => {
      const { id } = context.home;
      const stored = await automations.get(id, input.worker_id);
      return { body: (await workersOf(context.home))(stored), cacheControl: NO_STORE };
    },
    create: async ({ input, context }) => {
      const { id } = context.home;
      const given = { definition: readWorker(input), author: authorOf(context), origin: 'phone' } as const;
      const stored = await checkLimit(id, () => automations.create(id, given));
      return { body: (await workersOf(context.home))(stored) };
    },
    replace: async ({ input, context }) => {
      const { id } = context.home;
      const author = authorOf(context);
      const { definition } = await automations.get(id, input.worker_id);
      // An app sends no units of an automation that it cannot edit.
      const hasUnits = [...(input.triggers ?? []), ...(input.actions ?? [])].length > 0;
      if (hasUnits) {
        const given = { definition: readWorker(input, definition), author };
        await checkLimit(id, () => automations.replace(id, input.worker_id, given));
      } else {
        await automations.update(id, input.worker_id, {
          label: input.label.trim() || definition.label,
          author,
        });
      }
      return { body: {} };
    },
    update: async ({ input, context }) => {
      const { id } = context.home;
      await automations.update(id, input.worker_id, { isEnabled: input.enabled, author: authorOf(context) });
      return { body: {} };
    },
    remove: async ({ input, context }) => {
      await automations.remove(context.home.id, input.worker_id);
      return { body: {} };
    },
    play: async ({ input, context }) => {
      await playAutomation(context.home, input.worker_id);
      return { body: {} };
    },
  };
}

const validate = inputValidator(AutomationDefinition);

type Sent = NonNullable<WorkerInput['triggers']>;

const toUnits = (units: Sent = []) =>
  units.map(({ channel, component, choices: [first] }) => {
    const choice = isJsonObject(first) ? first['choice'] : undefined;
    return { channel, component, rule: isJsonObject(choice) ? choice['rule'] : undefined };
  });

/** Members of a definition that are not in the units of an app, and stay as they are. */
type Settings = Pick<AutomationDefinition, 'mode' | 'atMostEvery' | 'late'>;

/** Returns what an app sent as a definition. Throws `invalid_request` for units of another rule editor. */
function readWorker(input: WorkerInput, { mode, atMostEvery, late }: Settings = {}): AutomationDefinition {
  const { triggers, states, actions } = input;
  const read = toDefinitionParts({
    triggers: toUnits(triggers),
    states: toUnits(states),
    actions: toUnits(actions),
  });
  if ('faults' in read) {
    const fields = read.faults.map(({ kind, index }): FieldError => {
      return { field: `${kind}[${index}].choices`, reason: 'is not a rule of this platform' };
    });
    throw new ApiError('invalid_request', { fields });
  }
  const label = input.label.trim();
  if (label === '')
    throw new ApiError('invalid_request', { fields: [{ field: 'label', reason: 'must not be empty' }] });
  const definition = {
    label,
    ...(mode !== undefined && { mode }),
    ...read.parts,
    ...(atMostEvery !== undefined && { atMostEvery }),
    ...(late !== undefined && { late }),
  };
  validate(definition, 'json');
  return definition;
}
