import { type AutomationVersion, compile } from '@azulejo/automations';
import type { AutomationDefinition, AutomationReplacement } from '@azulejo/contract';
import { invalidField } from '../../../platform/api-error.ts';
import { mapInTurns } from '../../../platform/short-turns.ts';
import type { CheckDefinition } from '../check/check-definition.ts';
import type { DescribeAutomations } from '../describe-automations.ts';
import type { CompiledHome, JudgedAutomation } from '../homes.ts';
import { requireMaySave } from '../require-may-save.ts';
import type { Author, StoredAutomations } from '../stored-automations.ts';
import type { Sentences } from '../words/sentences.ts';
import { type WithDevice, withDevice } from './with-device.ts';

type Dependencies = {
  check: CheckDefinition;
  describe: DescribeAutomations;
  stored: Pick<StoredAutomations, 'replaceAll'>;
};

type Wanted = {
  /** Channel ids. The first one need not be a device of the home any more. */
  readonly from: string;
  readonly to: string;
  /** Whether the automations that fit are changed; otherwise it is a preview. */
  readonly applies: boolean;
  readonly author: Author;
  readonly language?: string;
};

type Affected = WithDevice & { readonly automation: JudgedAutomation };

export type ReplaceDevice = ReturnType<typeof createReplaceDevice>;

/**
 * Replaces a device in all automations of a user.
 * 1. Find the automations that name it, and the matching properties of the other device.
 * 2. Check each one in the home as it will be, with the others replaced as well.
 * 3. Store those without an error in one transaction, each as a new version. The others stay as they are.
 */
export function createReplaceDevice({ check, describe, stored }: Dependencies) {
  return async (
    userId: string,
    { from, to, applies, author, language }: Wanted,
  ): Promise<AutomationReplacement> => {
    const { home, sentences } = await describe(userId, language);
    if (from === to) throw invalidField('to', 'must be another device');
    if (!home.facts.properties.values().some(({ channel }) => channel === to))
      throw invalidField('to', 'is not a device of this home');
    const replaced = await mapInTurns(
      home.automations,
      (automation): Affected => ({
        automation,
        ...withDevice(automation.definition, { from, to, facts: home.facts }),
      }),
    );
    const affected = replaced.filter(({ count }) => count > 0);
    const after = await withDefinitions(
      home,
      affected.filter(({ unmatched }) => unmatched.length === 0),
    );
    const automations: AutomationReplacement['automations'] = [];
    for (const each of affected) automations.push(await judge(each, after, sentences));
    const fitting = affected.filter((_, index) => automations[index]?.fits);
    for (const { automation, definition } of fitting)
      requireMaySave(author.rights, after, { ...automation, definition });
    if (applies && fitting.length > 0) await stored.replaceAll(userId, fitting.map(toChange), author);
    return { applied: applies, automations };
  };

  async function judge(
    { automation: { id, definition: present }, definition, unmatched }: Affected,
    home: CompiledHome,
    sentences: Sentences,
  ): Promise<AutomationReplacement['automations'][number]> {
    const { label } = present;
    if (unmatched.length === 0) {
      const { problems, sentence } = await check(home, { definition, id, sentences });
      const fits = problems.every(({ severity }) => severity !== 'error');
      return { id, label, fits, sentence, problems };
    }
    const problems = unmatched.map((path) => {
      const problem = { path, code: 'no_counterpart', text: '', severity: 'error' } as const;
      return { ...problem, text: sentences.problem(problem) };
    });
    return { id, label, fits: false, sentence: sentences.sentence(present), problems };
  }
}

const toChange = ({ automation: { id, version }, definition }: Affected) => ({ id, version, definition });

/** Returns the home as it is when these automations have their new definitions. */
async function withDefinitions(home: CompiledHome, affected: readonly Affected[]): Promise<CompiledHome> {
  const changed = new Map(affected.map(({ automation: { id }, definition }) => [id, definition]));
  const compiled = (automation: JudgedAutomation, definition: AutomationDefinition): JudgedAutomation => {
    const version: AutomationVersion = { ...automation, definition };
    const { automation: now, ...judged } = compile(version, home.facts);
    return { ...automation, definition, compiled: now, ...judged };
  };
  return {
    ...home,
    automations: await mapInTurns(home.automations, (automation) => {
      const definition = changed.get(automation.id);
      return definition ? compiled(automation, definition) : automation;
    }),
  };
}
