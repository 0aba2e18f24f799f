import { type Static, Type } from 'typebox';
import { MAX_EMAIL_LENGTH } from '../limits.ts';
import { operation } from '../operation.ts';
import { Empty, Text } from '../text.ts';
import { Timestamp } from '../timestamp.ts';

const path = '/v3/account/deletion';
const ofPerson = { origin: 'base', access: 'user', needs: 'account', params: Empty } as const;

const count = (description: string) => Type.Integer({ description });

/** How and when an account is deleted. */
export const AccountDeletion = Type.Object(
  {
    due: Type.Union([Timestamp, Type.Null()], {
      description: 'When the account is deleted; null unless that was requested.',
    }),
    days: Type.Integer({ description: 'For how many days a request can be withdrawn; 0 means not at all.' }),
    own_devices: count('Devices that are deleted with the account.'),
    shared_devices: count('Devices that others use, too. They stay.'),
    places: count('Places that are deleted.'),
    pictures: count('Pictures that are deleted.'),
  },
  { title: 'AccountDeletion' },
);
export type AccountDeletion = Static<typeof AccountDeletion>;

const example: AccountDeletion = {
  due: null,
  days: 7,
  own_devices: 4,
  shared_devices: 1,
  places: 2,
  pictures: 1,
};

export const ownData = {
  export: operation({
    id: 'ownData.export',
    summary: 'Download your data',
    description:
      'A JSON document with everything that is stored about you and the devices that you may use, by table, without secrets (GDPR, article 20). At most five an hour.',
    ...ofPerson,
    bindings: [{ method: 'GET', path: '/v3/account/data', input: 'query' }],
    input: Empty,
    reply: Type.Object({
      exported: Timestamp,
      user_id: Type.String({ description: 'User id.' }),
      tables: Type.Record(Type.String(), Type.Array(Type.Object({}, { additionalProperties: true })), {
        description: 'The rows of each table.',
      }),
    }),
    status: 200,
    errors: ['proof_required'],
    example: {
      input: {},
      reply: {
        exported: '2026-01-02T03:04:05.678+0000',
        user_id: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11',
        tables: { places: [{ id: 'home', name: 'Home' }] },
      },
    },
  }),
  prepareDownload: operation({
    id: 'ownData.prepareDownload',
    summary: 'Prepare a download of your data',
    description:
      'Returns a ticket for the same document as a file, for pages that do not want to hold it in memory: submit a form with the field `ticket` to `POST /download-my-data`. A ticket works once, within a minute. Counts towards the five an hour.',
    ...ofPerson,
    bindings: [{ method: 'POST', path: '/v3/account/data', input: 'json' }],
    input: Empty,
    reply: Type.Object({
      ticket: Type.String({ description: 'A secret: it belongs in the body of the form, not in a URL.' }),
      expires: Timestamp,
    }),
    status: 201,
    errors: ['proof_required'],
    example: {
      input: {},
      reply: { ticket: 'azt_…', expires: '2026-01-02T03:05:05.678+0000' },
    },
  }),
  deletion: operation({
    id: 'ownData.deletion',
    summary: 'Read the effects of deleting your account',
    description: 'Also says whether it was requested.',
    ...ofPerson,
    bindings: [{ method: 'GET', path, input: 'query' }],
    input: Empty,
    reply: AccountDeletion,
    status: 200,
    errors: [],
    example: { input: {}, reply: example },
  }),
  requestDeletion: operation({
    id: 'ownData.requestDeletion',
    summary: 'Delete your account',
    description:
      'The account is deleted after the days that the operator has set; until then it can be kept by signing in. Ends all your other sessions.',
    ...ofPerson,
    bindings: [{ method: 'POST', path, input: 'json' }],
    input: Type.Object({
      email: Text({
        maxLength: MAX_EMAIL_LENGTH,
        description: 'Your e-mail, to confirm that you mean this account.',
      }),
    }),
    reply: Type.Object({ due: Timestamp }),
    status: 200,
    errors: ['proof_required'],
    example: { input: { email: 'ana@example.org' }, reply: { due: '2026-01-09T03:04:05.678+0000' } },
  }),
  keepAccount: operation({
    id: 'ownData.keepAccount',
    summary: 'Cancel the deletion of your account',
    description: 'Withdraws the request to delete it.',
    ...ofPerson,
    bindings: [{ method: 'DELETE', path, input: 'query' }],
    input: Empty,
    reply: Empty,
    status: 200,
    errors: [],
    example: { input: {}, reply: {} },
  }),
};
