import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Empty, Id } from './text.ts';

/*
 * Cards tell a person of something and let it be answered. Known apps differ in where they look for them
 * (android-app 2.7, ios-app 6.4).
 */
const legacyPath = '/v3/legacy/users/{user_id}/cards';
const path = '/v3/users/{user_id}/cards';
const user_id = Id('`me`, `self` or a user id.');
const card_id = Id('Card id.');
const ad_id = Id('Advertisement id.');
const example = { user_id: 'me', card_id: '0b7d7a1e-8d2a-4a26-9a5b-7d1b8e6f2c90' };

const ofAd = <const Name extends string>(name: Name, summary: string) =>
  operation({
    id: `cards.${name}`,
    summary,
    description: 'There is none: the platform shows no advertisements.',
    origin: 'base',
    access: 'user-resource',
    bindings: [
      { method: 'POST', path: `${path}/{card_id}/ads/{ad_id}/${name}`, input: 'json' },
      { method: 'POST', path: `${legacyPath}/{card_id}/ads/{ad_id}/${name}`, input: 'json' },
    ],
    params: Type.Object({ user_id, card_id, ad_id }),
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: { input: { ...example, ad_id: '1' }, reply: {} },
  });

export const cards = {
  list: operation({
    id: 'cards.list',
    summary: 'List a user’s cards',
    description: 'Empty until the platform runs automations, which make them.',
    origin: 'base',
    access: 'user-resource',
    bindings: [{ method: 'GET', path, input: 'query' }],
    params: Type.Object({ user_id }),
    input: Empty,
    reply: Type.Object(
      { elements: Type.Array(Empty, { maxItems: 0, description: 'None yet.' }) },
      { title: 'CardElements' },
    ),
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me' }, reply: { elements: [] } },
  }),
  listLegacy: operation({
    id: 'cards.listLegacy',
    summary: 'List a user’s cards, as other known apps read them',
    description: 'Empty until the platform runs automations, which make them.',
    origin: 'base',
    access: 'user-resource',
    bindings: [{ method: 'GET', path: legacyPath, input: 'query' }],
    params: Type.Object({ user_id }),
    input: Empty,
    reply: Type.Object(
      { cards: Type.Array(Empty, { maxItems: 0, description: 'None yet.' }) },
      { title: 'CardList' },
    ),
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me' }, reply: { cards: [] } },
  }),
  clear: operation({
    id: 'cards.clear',
    summary: 'Remove a user’s cards',
    description: 'Known apps send `type=automation`. There is nothing to remove.',
    origin: 'base',
    access: 'user-resource',
    bindings: [
      { method: 'DELETE', path, input: 'query' },
      { method: 'DELETE', path: legacyPath, input: 'query' },
    ],
    params: Type.Object({ user_id }),
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: { input: { user_id: 'me' }, reply: {} },
  }),
  answer: operation({
    id: 'cards.answer',
    summary: 'Answer a card',
    description: 'There is none until the platform runs automations.',
    origin: 'base',
    access: 'user-resource',
    bindings: [
      { method: 'POST', path: `${path}/{card_id}/feedback`, input: 'json' },
      { method: 'POST', path: `${legacyPath}/{card_id}/feedback`, input: 'json' },
    ],
    params: Type.Object({ user_id, card_id }),
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: { input: example, reply: {} },
  }),
  view: ofAd('view', 'Say that an advertisement was seen'),
  click: ofAd('click', 'Say that an advertisement was followed'),
};
