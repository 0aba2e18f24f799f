import { Type } from 'typebox';
import { type Binding, operation } from '../operation.ts';
import { Empty, Id, user_id } from '../text.ts';

/** A request of known apps for a feature that the platform does not have. */
type Unsupported = {
  readonly summary: string;
  readonly calls: readonly [Call, ...Call[]];
  /** The member of the reply that is always an empty list; without one, the reply says that it is done or not found. */
  readonly reply: { readonly list: string } | 'done' | 'not_found';
};
type Call = `${Binding['method']} ${Binding['path']}`;

const CARDS = '/v3/users/{user_id}/cards';
const LEGACY_CARDS = '/v3/legacy/users/{user_id}/cards';

/*
 * Whole screens fail without an answer to a list (android-app 2.0, 2.7, ios-app 6.4). What would create something
 * that never runs is refused, so that it does not appear to succeed.
 */
const table = {
  listCards: { summary: 'List a user’s cards', calls: [`GET ${CARDS}`], reply: { list: 'elements' } },
  listLegacyCards: {
    summary: 'List a user’s cards in the legacy form',
    calls: [`GET ${LEGACY_CARDS}`],
    reply: { list: 'cards' },
  },
  clearCards: {
    summary: 'Remove a user’s cards',
    calls: [`DELETE ${CARDS}`, `DELETE ${LEGACY_CARDS}`],
    reply: 'done',
  },
  answerCard: {
    summary: 'Answer a card',
    calls: [`POST ${CARDS}/{card_id}/feedback`, `POST ${LEGACY_CARDS}/{card_id}/feedback`],
    reply: 'not_found',
  },
  viewAd: {
    summary: 'Record that an advertisement was seen',
    calls: [`POST ${CARDS}/{card_id}/ads/{ad_id}/view`, `POST ${LEGACY_CARDS}/{card_id}/ads/{ad_id}/view`],
    reply: 'not_found',
  },
  clickAd: {
    summary: 'Record that an advertisement was clicked',
    calls: [`POST ${CARDS}/{card_id}/ads/{ad_id}/click`, `POST ${LEGACY_CARDS}/{card_id}/ads/{ad_id}/click`],
    reply: 'not_found',
  },
  listShortcutSuggestions: {
    summary: 'List shortcuts that a user might like',
    calls: [
      'GET /v3/legacy/users/{user_id}/shortcut-suggestions',
      'GET /v3/legacy/users/{user_id}/shortcuts-suggestions',
    ],
    reply: { list: 'shortcutSuggestions' },
  },
} as const satisfies Readonly<Record<string, Unsupported>>;

const DESCRIPTIONS = {
  list: 'Always empty: the platform does not have this feature.',
  done: 'Changes nothing: the platform does not have this feature.',
  not_found: 'Always `not_found`: the platform does not have this feature.',
} as const;

/** Returns the ids in a path, with an example of each. */
function idsIn(path: string): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, name === 'user_id' ? 'me' : '1']));
}

function toBinding(call: Call): Binding {
  const [method, path] = call.split(' ') as [Binding['method'], Binding['path']];
  return { method, path, input: method === 'POST' ? 'json' : 'query' };
}

function toOperation(name: string, { summary, calls: [first, ...others], reply }: Unsupported) {
  const ids = idsIn(first);
  const list = typeof reply === 'object' ? reply.list : undefined;
  const none = Type.Array(Empty, { maxItems: 0, description: 'Always empty.' });
  return operation({
    id: `unsupported.${name}`,
    summary,
    description: typeof reply === 'object' ? DESCRIPTIONS.list : DESCRIPTIONS[reply],
    origin: 'base',
    access: 'user-resource',
    needs: 'account',
    bindings: [toBinding(first), ...others.map(toBinding)],
    params: Type.Object(
      Object.fromEntries(Object.keys(ids).map((id) => [id, id === 'user_id' ? user_id : Id('An id.')])),
    ),
    input: Empty,
    reply: list === undefined ? Empty : Type.Object({ [list]: none }, { title: `Empty_${list}` }),
    ...(list !== undefined && { list: { items: list } }),
    status: 200,
    errors: ['no_user', 'not_found', ...(list === undefined ? [] : (['precondition_failed'] as const))],
    example: { input: ids, reply: list === undefined ? {} : { [list]: [] } },
  });
}

type Name = keyof typeof table;

/** Names the operations whose reply is always `not_found`. */
export const alwaysNotFound: readonly string[] = Object.entries<Unsupported>(table)
  .filter(([, { reply }]) => reply === 'not_found')
  .map(([name]) => name);

export const unsupported = Object.fromEntries(
  Object.entries<Unsupported>(table).map(([name, row]) => [name, toOperation(name, row)]),
) as Readonly<Record<Name, ReturnType<typeof toOperation>>>;
