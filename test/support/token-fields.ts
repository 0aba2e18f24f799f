import assert from 'node:assert/strict';
import { TokenRecord } from '@azulejo/contract';
import { assertExact } from './replies.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/;
const SECRET = /^[A-Za-z0-9_]+$/;

/** The known values of a token record before it is issued. */
export type Expected = {
  url: string;
  clientId: string;
  ownerId: string;
  grantType: string;
  scope: readonly string[];
  state?: string;
  /** Milliseconds since 1970, and seconds. */
  issued: number;
  lifetime: number;
};

const wire = (ms: number) => new Date(ms).toISOString().replace('Z', '+0000');

/** The rows of spec 2.2, each with its check. */
export const tokenFields: readonly (readonly [
  field: string,
  holds: (record: TokenRecord, expected: Expected) => void,
])[] = [
  ['_id', (record) => assert.equal(record._id, `/v3/tokens/${record.id}`)],
  ['access_token', (record) => assert.match(record.access_token, SECRET)],
  ['client_id', (record, { clientId }) => assert.equal(record.client_id, clientId)],
  ['code', (record) => assert.match(record.code, SECRET)],
  ['created', (record, { issued }) => assert.equal(record.created, wire(issued))],
  ['endpoints.http', (record, { url }) => assert.equal(record.endpoints.http, url)],
  ['endpoints.mqtt', (record) => assert.match(record.endpoints.mqtt, /^mqtts:\/\/[\w.-]+:\d+$/)],
  ['endpoints.uploader', (record, { url }) => assert.equal(record.endpoints.uploader, url)],
  [
    'expires',
    (record, { issued, lifetime }) => {
      assert.match(record.expires, TIMESTAMP);
      assert.equal(record.expires, wire(issued + lifetime * 1000));
    },
  ],
  ['expires_in', (record, { lifetime }) => assert.equal(record.expires_in, lifetime)],
  ['grant_type', (record, { grantType }) => assert.equal(record.grant_type, grantType)],
  ['href', (record) => assert.equal(record.href, record._id)],
  ['id', (record) => assert.match(record.id, /^[\da-f-]{36}$/)],
  ['owner_id', (record, { ownerId }) => assert.equal(record.owner_id, ownerId)],
  ['refresh_token', (record) => assert.match(record.refresh_token, SECRET)],
  ['scope', (record, { scope }) => assert.deepEqual(record.scope, scope)],
  ['state', (record, { state }) => assert.equal(record.state, state)],
  ['token_type', (record) => assert.equal(record.token_type, 'Bearer')],
  ['updated', (record, { issued }) => assert.equal(record.updated, wire(issued))],
];

/** Throws unless the record has exactly the members of spec 2.2, with the expected values. */
export function assertTokenRecord(record: TokenRecord, expected: Expected): void {
  assertExact(TokenRecord, record);
  for (const [, holds] of tokenFields) holds(record, expected);
}
