import { type Static, Type } from 'typebox';
import { operation } from '../../operation.ts';
import { Empty, Id, Text } from '../../text.ts';
import { Timestamp } from '../../timestamp.ts';
import { exampleCall, exampleManager } from './manager-records.ts';

const one = '/portal/api/managers/{manager_id}';
const ofAccount = `${one}/accounts/{application_id}` as const;
const params = Type.Object({ manager_id: Id('The `client_id` of the manager.') });
const accountParams = Type.Object({
  ...params.properties,
  application_id: Id('The `client_id` of the application.'),
});

/** The account of an application at the maker behind a manager. */
export const PortalMakerAccount = Type.Object(
  {
    application: Type.Object(
      {
        id: Type.String({ description: 'The application’s `client_id`.' }),
        name: Type.String({ description: 'The application’s name.' }),
      },
      { description: 'Whose account it is.' },
    ),
    client_id: Type.String({ description: 'The id of the application at the maker.' }),
    has_secret: Type.Boolean({ description: 'Whether the maker gave a secret. It is never shown.' }),
    origins: Type.Array(Type.String(), { description: 'Where the secret may be sent.' }),
    updated: Timestamp,
  },
  { title: 'PortalMakerAccount' },
);
export type PortalMakerAccount = Static<typeof PortalMakerAccount>;

const PortalMakerAccounts = Type.Object(
  {
    accounts: Type.Array(PortalMakerAccount, { description: 'One for each application that has one.' }),
  },
  { title: 'PortalMakerAccounts' },
);

const exampleAccounts = {
  accounts: [
    {
      application: { id: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11', name: 'Casa Azul' },
      client_id: 'casa-azul-7',
      has_secret: true,
      origins: ['https://accounts.acme.example'],
      updated: exampleCall.time,
    },
  ],
};
const manager_id = exampleManager.client_id;
const application_id = '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11';
const developer = { origin: 'base', access: 'portal-developer' } as const;

/** Operations on accounts at makers, and on how managers recognize the platform. */
export const makerAccounts = {
  accounts: operation({
    id: 'portal.managers.accounts',
    summary: 'List the accounts of applications at the maker of a manager',
    description: 'Without their secrets.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: `${one}/accounts`, input: 'query' }],
    params,
    input: Empty,
    reply: PortalMakerAccounts,
    status: 200,
    errors: ['not_found'],
    example: { input: { manager_id }, reply: exampleAccounts },
  }),
  setAccount: operation({
    ...developer,
    id: 'portal.managers.setAccount',
    summary: 'Set the account of an application at the maker of a manager',
    description:
      'Replaces the account before. Without `client_secret` the stored secret stays, which is refused when an origin is added: the secret was not given for it. Returns all accounts.',
    bindings: [{ method: 'PUT', path: ofAccount, input: 'json' }],
    params: accountParams,
    input: Type.Object({
      client_id: Text({
        minLength: 1,
        maxLength: 2_000,
        description: 'The id of the application at the maker.',
      }),
      client_secret: Type.Optional(
        Type.Union([Text({ minLength: 1, maxLength: 2_000 }), Type.Null()], {
          description: 'Null when the maker gave none. It is sealed, and never returned.',
        }),
      ),
      origins: Type.Array(Text({ minLength: 1, maxLength: 2_000 }), {
        minItems: 1,
        maxItems: 10,
        description: 'Where the secret may be sent: `scheme://host[:port]`.',
      }),
    }),
    reply: PortalMakerAccounts,
    status: 200,
    errors: ['malformed_body', 'not_found'],
    example: {
      input: {
        manager_id,
        application_id,
        client_id: 'casa-azul-7',
        client_secret: 'c2VjcmV0',
        origins: ['https://accounts.acme.example'],
      },
      reply: exampleAccounts,
    },
  }),
  removeAccount: operation({
    ...developer,
    id: 'portal.managers.removeAccount',
    summary: 'Remove the account of an application at the maker of a manager',
    description: 'Its users can no longer sign in at the maker. Returns the remaining accounts.',
    bindings: [{ method: 'DELETE', path: ofAccount, input: 'query' }],
    params: accountParams,
    input: Empty,
    reply: PortalMakerAccounts,
    status: 200,
    errors: ['not_found'],
    example: { input: { manager_id, application_id }, reply: { accounts: [] } },
  }),
  signingKey: operation({
    ...developer,
    id: 'portal.managers.signingKey',
    summary: 'Show the key with which webhooks to a manager are signed',
    description:
      'As Standard Webhooks writes it. It is derived from the keys in DATA_DIR/keys and changes with `azulejo keys rotate`. Each call is in the audit log.',
    bindings: [{ method: 'POST', path: `${one}/signing-key`, input: 'json' }],
    params,
    input: Empty,
    reply: Type.Object(
      { signing_key: Type.String({ description: 'Begins with `whsec_`.' }) },
      { title: 'PortalSigningKey' },
    ),
    status: 200,
    errors: ['not_found'],
    example: { input: { manager_id }, reply: { signing_key: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' } },
  }),
  renewHash: operation({
    ...developer,
    id: 'portal.managers.renewHash',
    summary: 'Renew the confirmation hash of a manager',
    description:
      'The hash proves to the manager that the platform calls. Managers read the new one themselves; it is not returned.',
    bindings: [{ method: 'POST', path: `${one}/renew-hash`, input: 'json' }],
    params,
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['not_found'],
    example: { input: { manager_id }, reply: {} },
  }),
};
