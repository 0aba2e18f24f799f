import { type Static, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Id } from '../text.ts';

const timezone = Type.String({ description: 'Name in the time zone database, e.g. `Europe/Lisbon`.' });

const PROPOSALS = {
  place: 'that of the place `home`',
  phone: 'the first one that a phone sent',
  server: 'that of the server, while nothing else is known',
} as const;
const proposals = Object.keys(PROPOSALS) as (keyof typeof PROPOSALS)[];
const words = Object.entries(PROPOSALS)
  .map(([source, meaning]) => `\`${source}\`: ${meaning}`)
  .join('; ');

export const HomeTime = Type.Object(
  {
    timezone,
    source: Type.Enum(['chosen', ...proposals], {
      type: 'string',
      description: `The origin of the time zone. \`chosen\`: \`home_timezone\` of the preferences; ${words}.`,
    }),
    proposed: Type.Object(
      { timezone, source: Type.Enum(proposals, { type: 'string', description: `${words}.` }) },
      { description: 'The time zone that holds when none is chosen.' },
    ),
  },
  { title: 'HomeTime', description: 'The time zone of a home.' },
);
export type HomeTime = Static<typeof HomeTime>;

export const homeTime = {
  get: operation({
    id: 'homeTime.get',
    summary: 'Read the time zone of a user’s home',
    description:
      'Automations run by it. It is chosen by `home_timezone` of the preferences, and no phone changes it.',
    origin: 'base',
    access: 'home',
    needs: 'view',
    guests: 'filtered',
    bindings: [{ method: 'GET', path: '/v3/users/{user_id}/home-time', input: 'query' }],
    params: Type.Object({ user_id: Id('`me`, `self` or a user id.') }),
    input: Empty,
    reply: HomeTime,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: {
      input: { user_id: 'me' },
      reply: {
        timezone: 'Atlantic/Azores',
        source: 'chosen',
        proposed: { timezone: 'Europe/Lisbon', source: 'place' },
      },
    },
  }),
};
