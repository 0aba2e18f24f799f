import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Id, user_id } from '../text.ts';
import { Agent, AgentVersion, language } from './agent-record.ts';
import { exampleAgent, exampleDefinition } from './examples.ts';

const agent_id = Id('Automation id.');
const path = '/v3/users/{user_id}/agents/{agent_id}/versions';
const ofOne = { origin: 'base', access: 'user-resource' } as const;
const query = Type.Object({ language });
const one = { user_id: 'me', agent_id: exampleAgent.id };

export const agentVersions = {
  list: operation({
    id: 'agentVersions.list',
    summary: 'List the versions of an automation',
    description: 'The last 50, newest first.',
    ...ofOne,
    bindings: [{ method: 'GET', path, input: 'query' }],
    params: Type.Object({ user_id, agent_id }),
    input: query,
    reply: Type.Object({ elements: Type.Array(AgentVersion, { description: 'Newest first.' }) }),
    list: { items: 'elements' },
    status: 200,
    errors: ['no_user', 'not_found'],
    example: {
      input: one,
      reply: {
        elements: [
          {
            version: 1,
            definition: exampleDefinition,
            sentence: exampleAgent.sentence,
            created: exampleAgent.created,
          },
        ],
      },
    },
  }),
  restore: operation({
    id: 'agentVersions.restore',
    summary: 'Restore a version of an automation',
    description: 'Creates a new version with the definition of that one.',
    ...ofOne,
    bindings: [{ method: 'POST', path: `${path}/{version}/restore`, input: 'json' }],
    params: Type.Object({ user_id, agent_id, version: Id('Number of the version.') }),
    input: Empty,
    query,
    reply: Agent,
    status: 200,
    errors: [
      'no_user',
      'not_found',
      'invalid_agent',
      'agent_loop',
      'precondition_failed',
      'too_many_requests',
      'unavailable',
    ],
    example: { input: { ...one, version: '1' }, reply: exampleAgent },
  }),
};
