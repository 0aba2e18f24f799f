import type { AutomationDefinition, resources } from '@azulejo/contract';
import type { Handlers, SignedIn } from '../../core/access/index.ts';
import { PRIVATE } from '../../platform/http/replies.ts';
import { requireMatch } from '../../platform/http/send-reply.ts';
import { revisionOf } from '../../platform/revision.ts';
import { mapInTurns } from '../../platform/short-turns.ts';
import type { StoredAutomation } from './automation-row.ts';
import type { Automations } from './automations.ts';
import type { CheckDefinition } from './check/check-definition.ts';
import type { CheckLimit } from './check/check-limit.ts';
import { checkedLabel, definitionOf } from './definition-input.ts';
import type { DescribeAutomations } from './describe-automations.ts';
import type { ReplaceDevice } from './replacing/replace-device.ts';
import { authorOf } from './stored-automations.ts';
import type { TemplatesFor } from './templates.ts';
import { toWireVersion } from './wire.ts';

type Dependencies = {
  automations: Automations;
  check: CheckDefinition;
  checkLimit: CheckLimit;
  describe: DescribeAutomations;
  templatesFor: TemplatesFor;
  replaceDevice: ReplaceDevice;
};

const givenBy = (input: AutomationDefinition & { allow?: 'loop'; language?: string }, context: SignedIn) => ({
  definition: definitionOf(input),
  author: authorOf(context),
  allowsLoop: input.allow === 'loop',
  language: input.language,
});

type AutomationHandlers = Handlers<typeof resources.automations>;

type Reading = 'list' | 'get' | 'check' | 'templates';

export const automationHandlers = (dependencies: Dependencies): AutomationHandlers => ({
  ...readHandlers(dependencies),
  ...changeHandlers(dependencies),
  replaceDevice: async ({ input, context }) => {
    const { from, to, apply = false, language } = input;
    const { id } = context.home;
    const { checkLimit, replaceDevice } = dependencies;
    const wanted = { from, to, applies: apply, author: authorOf(context), language };
    return { body: await checkLimit(id, () => replaceDevice(id, wanted)) };
  },
});

function readHandlers(dependencies: Dependencies): Pick<AutomationHandlers, Reading> {
  const { automations, check, checkLimit, describe, templatesFor } = dependencies;
  return {
    list: async ({ input, context }) => {
      const { id, revision } = context.home;
      const [{ automation }, stored] = await Promise.all([
        describe(id, input.language),
        automations.list(id),
      ]);
      const elements = await mapInTurns(stored, (each) => JSON.stringify(automation(each)));
      const text = `{"elements":[${elements.join()}]}`;
      return {
        bytes: Buffer.from(text),
        revision: revisionOf(revision, text),
        cacheControl: PRIVATE,
      };
    },
    // The reply is not cached: it also depends on runs and on the home, which do not change the revision.
    get: async ({ input, context }) => {
      const { id } = context.home;
      const stored = await automations.get(id, input.automation_id);
      const { automation } = await describe(id, input.language);
      return { body: automation(stored), revision: stored.revision };
    },
    check: async ({ input, context }) => {
      const definition = definitionOf(input.definition);
      const { id } = context.home;
      const body = await checkLimit(id, async () => {
        const { home, sentences } = await describe(id, input.language);
        return check(home, { definition, id: input.automation, sentences });
      });
      return { body };
    },
    templates: async ({ input, context }) => {
      const { id, revision } = context.home;
      const body = { elements: await templatesFor(id, input.language) };
      return { body, revision: revisionOf(revision, body), cacheControl: PRIVATE };
    },
  };
}

function changeHandlers(dependencies: Dependencies): Omit<AutomationHandlers, Reading | 'replaceDevice'> {
  const { automations, checkLimit, describe } = dependencies;

  async function reply(userId: string, language: string | undefined, stored: StoredAutomation) {
    const { automation } = await describe(userId, language);
    return { body: automation(stored), revision: stored.revision };
  }

  return {
    create: async ({ input, context }) => {
      const { id } = context.home;
      const given = { ...givenBy(input, context), origin: input.origin ?? 'api' };
      const stored = await checkLimit(id, () => automations.create(id, given));
      return reply(id, input.language, stored);
    },
    replace: async ({ input, context, request }) => {
      const { id } = context.home;
      const given = givenBy(input, context);
      const stored = await checkLimit(id, () =>
        automations.replace(id, input.automation_id, given, ({ revision }) =>
          requireMatch(request, revision),
        ),
      );
      return reply(id, input.language, stored);
    },
    update: async ({ input, context, request }) => {
      const { id } = context.home;
      const changes = {
        label: input.label === undefined ? undefined : checkedLabel(input.label),
        isEnabled: input.enabled,
        author: authorOf(context),
      };
      const stored = await automations.update(id, input.automation_id, changes, ({ revision }) =>
        requireMatch(request, revision),
      );
      return reply(id, undefined, stored);
    },
    remove: async ({ input, context, request }) => {
      await automations.remove(context.home.id, input.automation_id, ({ revision }) =>
        requireMatch(request, revision),
      );
      return { body: {} };
    },
    reorder: async ({ input, context }) => {
      await automations.reorder(context.home.id, input.order);
      return { body: {} };
    },
  };
}

export function automationVersionHandlers(
  dependencies: Pick<Dependencies, 'automations' | 'checkLimit' | 'describe'>,
): Handlers<typeof resources.automationVersions> {
  const { automations, checkLimit, describe } = dependencies;
  return {
    list: async ({ input, context }) => {
      const { id } = context.home;
      const versions = await automations.versions(id, input.automation_id);
      const { sentences } = await describe(id, input.language);
      return { body: { elements: await mapInTurns(versions, (each) => toWireVersion(each, sentences)) } };
    },
    restore: async ({ input, context, request }) => {
      const { id } = context.home;
      const { language } = input;
      const version = { version: Number(input.version), author: authorOf(context), language };
      const stored = await checkLimit(id, () =>
        automations.restore(id, input.automation_id, version, ({ revision }) =>
          requireMatch(request, revision),
        ),
      );
      const { automation } = await describe(id, language);
      return { body: automation(stored), revision: stored.revision };
    },
  };
}
