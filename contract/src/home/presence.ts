import { type Static, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Id } from '../text.ts';
import { Timestamp } from '../timestamp.ts';

const Place = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const Count = (description: string) => Type.Optional(Type.Integer({ minimum: 1, description }));

export const Presence = Type.Object(
  {
    place: Place('Id of the place at which the person is, `away`, or null while it is unknown.'),
    phones: Type.Array(
      Type.Object({
        device_id: Type.String({ description: 'The id that the phone sends; empty if it sends none.' }),
        reported: Timestamp,
        place: Place('Where this phone is.'),
      }),
      { description: 'At most ten, the one that reported last first. The person is where that one is.' },
    ),
    ignored: Type.Object(
      {
        'no-position': Count('They hold no position, as all reports of the known Android app.'),
        inaccurate: Count('The accuracy is worse than 200 m.'),
        'too-old': Count('The position is older than a day.'),
        repeated: Count('The phone sent it before.'),
        'out-of-order': Count('The phone had sent a newer one before.'),
        'too-fast': Count('The person cannot have moved there so fast.'),
      },
      { description: 'How many reports did not count, by the reason.' },
    ),
  },
  { title: 'Presence', description: 'The place at which a person is, according to the person’s phones.' },
);
export type Presence = Static<typeof Presence>;

export const presence = {
  get: operation({
    id: 'presence.get',
    summary: 'Read at which place a user is',
    description:
      'The place is also the property `location/place` of the context channel, whose changes are in the event log. It is null while the user does not share the location. Only the person sees phones, and places other than `home`: for others they are `away`.',
    origin: 'base',
    access: 'user-resource',
    needs: 'presence',
    bindings: [{ method: 'GET', path: '/v3/users/{user_id}/presence', input: 'query' }],
    params: Type.Object({ user_id: Id('`me`, `self` or a user id.') }),
    input: Empty,
    reply: Presence,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: {
      input: { user_id: 'me' },
      reply: {
        place: 'home',
        phones: [{ device_id: 'phone-1', reported: '2026-11-21T10:00:00.000+0000', place: 'home' }],
        ignored: { repeated: 12 },
      },
    },
  }),
};
