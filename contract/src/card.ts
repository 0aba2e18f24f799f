import { Id } from './text.ts';
import { bindingOf, emptyList, toNone } from './vacant.ts';

/*
 * Cards are notifications that a user can answer. Known apps request them from different paths
 * (android-app 2.7, ios-app 6.4).
 */
const path = '/v3/users/{user_id}/cards';
const legacyPath = '/v3/legacy/users/{user_id}/cards';
const card_id = Id('Card id.');
const example = { card_id: '0b7d7a1e-8d2a-4a26-9a5b-7d1b8e6f2c90' };

const ofAd = <const Name extends string>(name: Name, summary: string) =>
  toNone({
    id: `cards.${name}`,
    summary,
    description: 'Always `not_found`: the platform shows no advertisements.',
    bindings: [
      bindingOf('POST', `${path}/{card_id}/ads/{ad_id}/${name}`),
      bindingOf('POST', `${legacyPath}/{card_id}/ads/{ad_id}/${name}`),
    ],
    others: { card_id, ad_id: Id('Advertisement id.') },
    example: { ...example, ad_id: '1' },
  });

export const cards = {
  list: emptyList({
    id: 'cards.list',
    summary: 'List a user’s cards',
    description: 'Always empty: the platform creates no cards.',
    member: 'elements',
    title: 'CardElements',
    paths: [path],
  }),
  listLegacy: emptyList({
    id: 'cards.listLegacy',
    summary: 'List a user’s cards in the legacy form',
    description: 'Always empty: the platform creates no cards.',
    member: 'cards',
    title: 'CardList',
    paths: [legacyPath],
  }),
  clear: toNone({
    id: 'cards.clear',
    summary: 'Remove a user’s cards',
    description: 'Known apps send `type=automation`. There is nothing to remove.',
    bindings: [bindingOf('DELETE', path), bindingOf('DELETE', legacyPath)],
  }),
  answer: toNone({
    id: 'cards.answer',
    summary: 'Answer a card',
    description: 'Always `not_found`: the platform creates no cards.',
    bindings: [
      bindingOf('POST', `${path}/{card_id}/feedback`),
      bindingOf('POST', `${legacyPath}/{card_id}/feedback`),
    ],
    others: { card_id },
    example,
  }),
  view: ofAd('view', 'Record that an advertisement was seen'),
  click: ofAd('click', 'Record that an advertisement was clicked'),
};
