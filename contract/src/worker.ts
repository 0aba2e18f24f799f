import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Empty, Id } from './text.ts';

const path = '/v3/legacy/users/{user_id}/workers';
const user_id = Id('`me`, `self` or a user id.');
const worker_id = Id('Automation id.');
const example = { user_id: 'me', worker_id: '5f0f8a76-3d27-4cf2-9f0c-6a6a3b2f5c11' };

/** An automation that there cannot be yet (android-app 2.5, ios-app 6.1). */
const ofOne = <const Name extends string>(
  name: Name,
  method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE',
  summary: string,
  suffix: '' | '/play' = '',
) =>
  operation({
    id: `workers.${name}`,
    summary,
    description: 'There is none until the platform runs automations.',
    origin: 'base',
    access: 'user-resource',
    bindings: [
      {
        method,
        path: `${path}/{worker_id}${suffix}`,
        input: method === 'GET' || method === 'DELETE' ? 'query' : 'json',
      },
    ],
    params: Type.Object({ user_id, worker_id }),
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: { input: example, reply: {} },
  });

export const workers = {
  list: operation({
    id: 'workers.list',
    summary: 'List a user’s automations',
    description: 'Empty until the platform runs automations.',
    origin: 'base',
    access: 'user-resource',
    bindings: [{ method: 'GET', path, input: 'query' }],
    params: Type.Object({ user_id }),
    input: Empty,
    reply: Type.Object(
      { workers: Type.Array(Empty, { maxItems: 0, description: 'None yet.' }) },
      { title: 'WorkerList' },
    ),
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me' }, reply: { workers: [] } },
  }),
  create: operation({
    id: 'workers.create',
    summary: 'Make an automation',
    description: 'Refused until the platform runs automations: none is kept that would never run.',
    origin: 'base',
    access: 'user-resource',
    bindings: [{ method: 'POST', path, input: 'json' }],
    params: Type.Object({ user_id }),
    input: Empty,
    reply: Empty,
    status: 201,
    errors: ['no_user', 'not_found', 'not_built'],
    example: { input: { user_id: 'me' }, reply: {} },
  }),
  get: ofOne('get', 'GET', 'Read an automation'),
  replace: ofOne('replace', 'PUT', 'Write an automation anew'),
  update: ofOne('update', 'PATCH', 'Switch an automation on or off'),
  remove: ofOne('remove', 'DELETE', 'Remove an automation'),
  play: ofOne('play', 'POST', 'Run an automation now', '/play'),
};
