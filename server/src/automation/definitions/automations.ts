import type { AutomationDefinition } from '@azulejo/contract';
import { ApiError } from '../../platform/api-error.ts';
import type { StoredAutomation, StoredVersion } from './automation-row.ts';
import type { Admit } from './check/admit.ts';
import type { CompiledHome, Homes } from './homes.ts';
import { requireMaySave } from './require-may-save.ts';
import type { Author, Check, StoredAutomations } from './stored-automations.ts';

type Dependencies = { stored: StoredAutomations; homes: Homes; admit: Admit };

type Definition = {
  /** The definition; its `enabled`, if set, switches the automation on or off. */
  readonly definition: AutomationDefinition;
  readonly author: Author;
  readonly allowsLoop?: boolean;
  /** The language in which a refused loop is explained; by default, the user's language. */
  readonly language?: string;
};

const ALWAYS: Check = () => undefined;

export type Automations = ReturnType<typeof createAutomations>;

/** Manages the automations of users: definitions that can run in the user's home when they are saved. */
export function createAutomations(dependencies: Dependencies) {
  const { list, get, remove, reorder } = dependencies.stored;
  return {
    list,
    get,
    reorder,
    ...createSaving(dependencies),
    ...createSwitch(dependencies),
    /** Throws `not_found`, or what `check` throws. */
    remove: (userId: string, id: string, check: Check = ALWAYS): Promise<void> => remove(userId, id, check),
  };
}

async function requireHome(homes: Homes, userId: string): Promise<CompiledHome> {
  const home = await homes.of(userId);
  if (!home) throw new ApiError('not_found');
  return home;
}

function createSaving({ stored, homes, admit }: Dependencies) {
  const homeOf = (userId: string) => requireHome(homes, userId);

  async function replace(
    userId: string,
    id: string,
    { definition, author, ...options }: Definition,
    check: Check = ALWAYS,
  ): Promise<StoredAutomation> {
    check(await stored.get(userId, id));
    const home = await homeOf(userId);
    requireMaySave(author.rights, home, { id, definition });
    const admitted = await admit(home, { ...options, id, definition });
    const changes = { definition: admitted, isEnabled: definition.enabled, author };
    return stored.change(userId, id, changes, check);
  }

  return {
    /** Throws `invalid_automation`, `automation_loop` or `quota_exceeded`. */
    async create(
      userId: string,
      {
        definition,
        author,
        origin,
        ...options
      }: Definition & { readonly origin: StoredAutomation['origin'] },
    ): Promise<StoredAutomation> {
      const home = await homeOf(userId);
      requireMaySave(author.rights, home, { id: '', definition });
      const admitted = await admit(home, { ...options, definition });
      const isEnabled = definition.enabled ?? true;
      return stored.create(userId, { definition: admitted, isEnabled, origin, author });
    },

    /**
     * Replaces the definition, which makes a version. Without `enabled` it stays switched on or off. Throws
     * `not_found`, `invalid_automation`, `automation_loop`, or what `check` throws.
     */
    replace,

    /** Returns the last 50 definitions, newest first. Throws `not_found`. */
    async versions(userId: string, id: string): Promise<StoredVersion[]> {
      await stored.get(userId, id);
      return stored.versions(userId, id);
    },

    /** Makes a new version of an earlier one. Throws what `replace` throws. */
    async restore(
      userId: string,
      id: string,
      { version, ...options }: { version: number } & Omit<Definition, 'definition' | 'allowsLoop'>,
      check: Check = ALWAYS,
    ): Promise<StoredAutomation> {
      const found = Number.isSafeInteger(version) ? await stored.version(userId, id, version) : undefined;
      if (!found) throw new ApiError('not_found');
      return replace(userId, id, { ...options, definition: found.definition }, check);
    },
  };
}

type NameOrSwitch = {
  readonly label?: string;
  readonly isEnabled?: boolean;
  readonly author: Author;
};

const createSwitch = ({ stored, homes }: Dependencies) => ({
  /**
   * Renames it, which makes a version, or switches it. Throws `not_found`, `insufficient_scope` or what `check` throws.
   */
  async update(
    userId: string,
    id: string,
    { label, isEnabled, author }: NameOrSwitch,
    check: Check = ALWAYS,
  ): Promise<StoredAutomation> {
    const current = await stored.get(userId, id);
    if (author.rights !== undefined && author.rights !== 'all' && isEnabled !== false)
      requireMaySave(author.rights, await requireHome(homes, userId), current);
    const definition = label === undefined ? undefined : { ...current.definition, label };
    return stored.change(userId, id, { definition, isEnabled, author }, (now) => {
      check(now);
      // Somebody else may have saved another definition since, which the new name must not undo.
      if (definition && now.version !== current.version) throw new ApiError('precondition_failed');
    });
  },
});
