import { Id } from './text.ts';
import { bindingOf, emptyList, toNone } from './vacant.ts';

const path = '/v3/legacy/users/{user_id}/workers';
const others = { worker_id: Id('Automation id.') };
const example = { worker_id: '5f0f8a76-3d27-4cf2-9f0c-6a6a3b2f5c11' };

/** Returns an operation on one automation. It always returns `not_found` (android-app 2.5, ios-app 6.1). */
const ofOne = <const Name extends string>(
  name: Name,
  method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE',
  summary: string,
  suffix: '' | '/play' = '',
) =>
  toNone({
    id: `workers.${name}`,
    summary,
    description: 'Always `not_found` until the platform runs automations.',
    bindings: [bindingOf(method, `${path}/{worker_id}${suffix}`)],
    others,
    example,
  });

export const workers = {
  list: emptyList({
    id: 'workers.list',
    summary: 'List a user’s automations',
    description: 'Empty until the platform runs automations.',
    member: 'workers',
    title: 'WorkerList',
    paths: [path],
  }),
  create: toNone({
    id: 'workers.create',
    summary: 'Create an automation',
    description: 'Refused until the platform runs automations: one that would never run is not stored.',
    bindings: [bindingOf('POST', path)],
    status: 201,
    errors: ['not_built'],
  }),
  get: ofOne('get', 'GET', 'Read an automation'),
  replace: ofOne('replace', 'PUT', 'Replace an automation'),
  update: ofOne('update', 'PATCH', 'Turn an automation on or off'),
  remove: ofOne('remove', 'DELETE', 'Remove an automation'),
  play: ofOne('play', 'POST', 'Run an automation now', '/play'),
};
