import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { Id, Text } from '../text.ts';

const ofManager = { origin: 'base', access: 'manager' } as const;
const params = Type.Object({ manager_id: Id('The manager’s `client_id`; only its own.') });
const whose = {
  client_id: Text({ minLength: 1, maxLength: 200, description: 'The application.' }),
  owner_id: Text({ minLength: 1, maxLength: 200, description: 'The user.' }),
};
const exampleWhose = {
  client_id: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11',
  owner_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
};
const manager_id = '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11';

/** Credentials that a maker gave people who signed in there, for the manager that acts for the maker. */
export const makerCredentials = {
  swap: operation({
    ...ofManager,
    id: 'makerCredentials.swap',
    summary: 'Find out to which account at the maker a token belongs',
    description:
      'Returns the `client_id` that the application has at the maker, if this access token was stored for the user, for any template.',
    bindings: [{ method: 'POST', path: '/v3/managers/{manager_id}/swap-credentials', input: 'json' }],
    params,
    input: Type.Object({
      ...whose,
      credentials: Type.Object(
        { access_token: Text({ maxLength: 20_000, description: 'The maker’s access token.' }) },
        { description: 'The credentials that the maker gave the user.' },
      ),
    }),
    reply: Type.Object(
      { client_id: Type.String({ description: 'The id of the application at the maker.' }) },
      { title: 'MakerAccountId' },
    ),
    status: 200,
    errors: ['not_found'],
    example: {
      input: { manager_id, ...exampleWhose, credentials: { access_token: 'Zx81' } },
      reply: { client_id: 'casa-azul' },
    },
  }),
  store: operation({
    ...ofManager,
    id: 'makerCredentials.store',
    summary: 'Replace the credentials that a maker gave a user',
    description:
      'Replaces the stored record of this application, user and template. Stores nothing when there is none: the first record is stored when the user signs in at the maker.',
    bindings: [{ method: 'POST', path: '/v3/managers/{manager_id}/store-credentials', input: 'json' }],
    params,
    input: Type.Object({
      ...whose,
      channeltemplate_id: Text({ minLength: 1, maxLength: 200, description: 'Channel template id.' }),
      credentials: Type.Unknown({ description: 'An object: the maker’s whole token answer.' }),
    }),
    reply: Type.Object(
      { n_updated: Type.Integer({ description: 'How many records were replaced: 0 or 1.' }) },
      { title: 'UpdateCount' },
    ),
    status: 200,
    errors: ['not_found'],
    example: {
      input: {
        manager_id,
        ...exampleWhose,
        channeltemplate_id: '87ef7668-847e-5398-a548-927f36f0a863',
        credentials: { access_token: 'Zx81', refresh_token: 'Zx82', expires_in: 3600 },
      },
      reply: { n_updated: 1 },
    },
  }),
  refresh: operation({
    ...ofManager,
    id: 'makerCredentials.refresh',
    summary: 'Renew a token at the maker',
    description:
      'Sends the request in `location` to the maker, with `{client_id}` and `{client_secret}` of the account that the operator set for the application, and returns the maker’s answer if it has an `access_token`. The headers `X-Client-ID` (application), `X-Owner-ID` (user) and `X-Refresh-Token` are required. Requests go only to the origins of the account. The query of a POST becomes its body: JSON, or a form if `headers` say so. If the maker does not answer with a token, the error is 400.',
    bindings: [{ method: 'POST', path: '/v3/managers/{manager_id}/refresh-token', input: 'json' }],
    params,
    input: Type.Object({
      location: Type.Unknown({
        description:
          'A request with `method`, `url` and `headers`, or an array of them, sent one after another.',
      }),
    }),
    reply: Type.Object(
      { access_token: Type.String({ description: 'The maker’s new access token.' }) },
      { title: 'MakerTokens', additionalProperties: true },
    ),
    status: 200,
    errors: ['not_found'],
    example: {
      input: {
        manager_id,
        location: {
          method: 'POST',
          url: 'https://maker.example/token?grant_type=refresh_token&client_id={client_id}&client_secret={client_secret}&refresh_token=Zx82',
          headers: { Accept: 'application/json' },
        },
      },
      reply: { access_token: 'Zx83' },
    },
  }),
};
