import { type Static, Type } from 'typebox';
import { Timestamp } from '../timestamp.ts';

export const GrantType = Type.Union([Type.Literal('password'), Type.Literal('client_credentials')], {
  description: 'The flow of the original sign-in; refreshing does not change it.',
});

export const Endpoints = Type.Object(
  {
    http: Type.String({
      format: 'uri',
      description: 'Base URL for all later requests, without path or trailing slash.',
    }),
    mqtt: Type.String({ description: 'MQTT base URL, always with a port.' }),
    uploader: Type.String({ format: 'uri', description: 'Upload host.' }),
  },
  { title: 'Endpoints', description: 'The addresses of the platform.' },
);

const metadata = {
  _id: Type.String({ description: 'Path of the token resource, `/v3/tokens/<id>`.' }),
  client_id: Type.String({ description: 'The application that signed in.', format: 'uuid' }),
  created: Timestamp,
  endpoints: Endpoints,
  expires: Timestamp,
  grant_type: GrantType,
  href: Type.String({ description: 'Path of the token resource, `/v3/tokens/<id>`.' }),
  id: Type.String({ description: 'Token record id.' }),
  owner_id: Type.String({ description: 'The user id, or the client id if no user signed in.' }),
  scope: Type.Array(Type.String(), { description: 'Granted permissions.' }),
  state: Type.Optional(Type.String({ description: 'The `state` of the request.' })),
  updated: Timestamp,
  token_type: Type.Literal('Bearer', { description: 'Always `Bearer`.' }),
  expires_in: Type.Integer({ description: 'Seconds until `expires`.' }),
};

/** A token record as a resource, without the tokens and codes that would let a reader act as the owner. */
export const TokenMetadata = Type.Object(metadata, { title: 'TokenMetadata' });
export type TokenMetadata = Static<typeof TokenMetadata>;

/** The result of a sign-in (spec 2.2). */
export const TokenRecord = Type.Object(
  {
    ...metadata,
    access_token: Type.String({ description: 'For the `Authorization` header of all later requests.' }),
    code: Type.String({ description: 'One-time exchange code, valid for ten minutes.' }),
    refresh_token: Type.String({ description: 'For getting new tokens before `expires`.' }),
  },
  { title: 'TokenRecord' },
);
export type TokenRecord = Static<typeof TokenRecord>;

export const exampleToken: TokenRecord = {
  _id: '/v3/tokens/3f1d2c9e-5d67-4f2e-a4c0-4c1f6b7a8d90',
  access_token: 'aza_…',
  client_id: '7d5c2c5e-6b0f-4b7e-9c43-1d8a5a3f1d20',
  code: 'azc_…',
  created: '2026-01-02T03:04:05.678+0000',
  endpoints: {
    http: 'http://127.0.0.1:8480',
    mqtt: 'mqtts://127.0.0.1:8883',
    uploader: 'http://127.0.0.1:8480',
  },
  expires: '2026-02-01T03:04:05.678+0000',
  expires_in: 2592000,
  grant_type: 'password',
  href: '/v3/tokens/3f1d2c9e-5d67-4f2e-a4c0-4c1f6b7a8d90',
  id: '3f1d2c9e-5d67-4f2e-a4c0-4c1f6b7a8d90',
  owner_id: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11',
  refresh_token: 'azr_…',
  scope: ['application', 'user'],
  token_type: 'Bearer',
  updated: '2026-01-02T03:04:05.678+0000',
};
