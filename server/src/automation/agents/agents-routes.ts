import type { resources } from '@azulejo/contract';
import { type Context, type Handlers, principalOf, subjectOf } from '../../core/access/index.ts';
import { PRIVATE } from '../../platform/http/replies.ts';
import { requireMatch } from '../../platform/http/send-reply.ts';
import { revisionOf } from '../../platform/revision.ts';
import { mapInTurns } from '../../platform/short-turns.ts';
import type { StoredAgent } from './agent-row.ts';
import type { Agents } from './agents.ts';
import type { CheckDefinition } from './check/check-definition.ts';
import type { CheckLimit } from './check/check-limit.ts';
import { checkedLabel, definitionOf } from './definition-input.ts';
import type { DescribeAgents } from './describe-agents.ts';
import type { ReadyFor } from './ready.ts';
import type { ReplaceDevice } from './replacing/replace-device.ts';
import type { Author } from './stored-agents.ts';
import { toWireVersion } from './wire.ts';

type Dependencies = {
  agents: Agents;
  check: CheckDefinition;
  checkLimit: CheckLimit;
  describe: DescribeAgents;
  readyFor: ReadyFor;
  replaceDevice: ReplaceDevice;
};

function authorOf(context: Context): Author {
  const { kind, id, clientId } = principalOf(context);
  return { clientId, ...(kind === 'user' && { userId: id }) };
}

type AgentHandlers = Handlers<typeof resources.agents>;

type Reading = 'list' | 'get' | 'check' | 'templates';

export const agentHandlers = (dependencies: Dependencies): AgentHandlers => ({
  ...readHandlers(dependencies),
  ...changeHandlers(dependencies),
  replaceDevice: async ({ input, context }) => {
    const { from, to, apply = false, language } = input;
    const { id } = subjectOf(context);
    dependencies.checkLimit.take(id);
    const wanted = { from, to, applies: apply, author: authorOf(context), language };
    return { body: await dependencies.replaceDevice(id, wanted) };
  },
});

function readHandlers(dependencies: Dependencies): Pick<AgentHandlers, Reading> {
  const { agents, check, checkLimit, describe, readyFor } = dependencies;
  return {
    list: async ({ input, context }) => {
      const { id, homeRevision } = subjectOf(context);
      const [{ agent }, stored] = await Promise.all([describe(id, input.language), agents.list(id)]);
      const elements = await mapInTurns(stored, (each) => JSON.stringify(agent(each)));
      const text = `{"elements":[${elements.join()}]}`;
      return {
        bytes: Buffer.from(text),
        revision: revisionOf(homeRevision, text),
        cacheControl: PRIVATE,
      };
    },
    // The reply is not cached: it also depends on runs and on the home, which do not change the revision.
    get: async ({ input, context }) => {
      const { id } = subjectOf(context);
      const stored = await agents.get(id, input.agent_id);
      const { agent } = await describe(id, input.language);
      return { body: agent(stored), revision: stored.revision };
    },
    check: async ({ input, context }) => {
      const definition = definitionOf(input.definition);
      const { id } = subjectOf(context);
      checkLimit.take(id);
      const { home, sentences } = await describe(id, input.language);
      return { body: await check(home, { definition, id: input.agent, sentences }) };
    },
    templates: async ({ input, context }) => {
      const { id, homeRevision } = subjectOf(context);
      const body = { elements: await readyFor(id, input.language) };
      return { body, revision: revisionOf(homeRevision, body), cacheControl: PRIVATE };
    },
  };
}

function changeHandlers(dependencies: Dependencies): Omit<AgentHandlers, Reading | 'replaceDevice'> {
  const { agents, checkLimit, describe } = dependencies;

  async function reply(userId: string, language: string | undefined, stored: StoredAgent) {
    const { agent } = await describe(userId, language);
    return { body: agent(stored), revision: stored.revision };
  }

  return {
    create: async ({ input, context }) => {
      const { id } = subjectOf(context);
      checkLimit.take(id);
      const stored = await agents.create(id, {
        definition: definitionOf(input),
        author: authorOf(context),
        allowsLoop: input.allow === 'loop',
        language: input.language,
        origin: input.origin ?? 'api',
      });
      return reply(id, input.language, stored);
    },
    replace: async ({ input, context, request }) => {
      const { id } = subjectOf(context);
      const given = {
        definition: definitionOf(input),
        author: authorOf(context),
        allowsLoop: input.allow === 'loop',
        language: input.language,
      };
      checkLimit.take(id);
      const stored = await agents.replace(id, input.agent_id, given, ({ revision }) =>
        requireMatch(request, revision),
      );
      return reply(id, input.language, stored);
    },
    update: async ({ input, context, request }) => {
      const { id } = subjectOf(context);
      const changes = {
        label: input.label === undefined ? undefined : checkedLabel(input.label),
        isEnabled: input.enabled,
        author: authorOf(context),
      };
      const stored = await agents.update(id, input.agent_id, changes, ({ revision }) =>
        requireMatch(request, revision),
      );
      return reply(id, undefined, stored);
    },
    remove: async ({ input, context, request }) => {
      await agents.remove(subjectOf(context).id, input.agent_id, ({ revision }) =>
        requireMatch(request, revision),
      );
      return { body: {} };
    },
    reorder: async ({ input, context }) => {
      await agents.reorder(subjectOf(context).id, input.order);
      return { body: {} };
    },
  };
}

export function agentVersionHandlers(
  dependencies: Pick<Dependencies, 'agents' | 'checkLimit' | 'describe'>,
): Handlers<typeof resources.agentVersions> {
  const { agents, checkLimit, describe } = dependencies;
  return {
    list: async ({ input, context }) => {
      const { id } = subjectOf(context);
      const versions = await agents.versions(id, input.agent_id);
      const { sentences } = await describe(id, input.language);
      return { body: { elements: await mapInTurns(versions, (each) => toWireVersion(each, sentences)) } };
    },
    restore: async ({ input, context, request }) => {
      const { id } = subjectOf(context);
      const { language } = input;
      checkLimit.take(id);
      const version = { version: Number(input.version), author: authorOf(context), language };
      const stored = await agents.restore(id, input.agent_id, version, ({ revision }) =>
        requireMatch(request, revision),
      );
      const { agent } = await describe(id, language);
      return { body: agent(stored), revision: stored.revision };
    },
  };
}
