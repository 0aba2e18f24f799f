import { type TProperties, type TSchema, Type } from 'typebox';
import type { ErrorName } from './errors.ts';
import { type Binding, operation } from './operation.ts';
import { Empty, Id } from './text.ts';

/* Operations on features that the platform does not have yet. Known apps call them and get an honest response. */

export const user_id = Id('`me`, `self` or a user id.');

const ofUser = { origin: 'base', access: 'user-resource' } as const;

type Words<Name extends string> = { id: Name; summary: string; description: string };

export const bindingOf = (method: Binding['method'], path: Binding['path']): Binding => ({
  method,
  path,
  input: method === 'GET' || method === 'DELETE' ? 'query' : 'json',
});

/** Returns an operation that lists nothing. */
export const emptyList = <const Name extends string, const Member extends string>({
  member,
  title,
  paths: [first, ...others],
  ...words
}: Words<Name> & {
  member: Member;
  title: string;
  paths: readonly [Binding['path'], ...Binding['path'][]];
}) => {
  const none = Type.Array(Empty, { maxItems: 0, description: 'Always empty.' });
  return operation({
    ...words,
    ...ofUser,
    bindings: [bindingOf('GET', first), ...others.map((path) => bindingOf('GET', path))],
    params: Type.Object({ user_id }),
    input: Empty,
    reply: Type.Object({ [member]: none } as Record<Member, typeof none>, { title }),
    status: 200,
    list: { items: member },
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me' }, reply: { [member]: [] } },
  });
};

/** Returns an operation that finds nothing. `others` are the other ids in the path, after the user's. */
export const toNone = <const Name extends string, Others extends TProperties = Record<never, TSchema>>({
  bindings,
  others,
  example = {},
  status = 200,
  errors = [],
  ...words
}: Words<Name> & {
  bindings: readonly [Binding, ...Binding[]];
  others?: Others;
  example?: Readonly<Record<string, string>>;
  status?: 200 | 201;
  errors?: readonly ErrorName[];
}) =>
  operation({
    ...words,
    ...ofUser,
    bindings,
    params: Type.Object({ user_id, ...(others as Others) }),
    input: Empty,
    reply: Empty,
    status,
    errors: ['no_user', 'not_found', ...errors],
    example: { input: { user_id: 'me', ...example }, reply: {} },
  });
