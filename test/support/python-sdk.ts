import assert from 'node:assert/strict';
import type { TokenRecord } from '@azulejo/contract';
import { connectMqtt, type MqttSession } from './mqtt.ts';
import type { Application } from './people.ts';
import type { TestPlatform } from './platform.ts';
import { readJson } from './replies.ts';

/** What every request of the public Python SDK carries (managers 1). */
const automationHeaders = {
  'user-agent': 'python-requests/2.31.0',
  'accept-encoding': 'gzip, deflate',
  connection: 'keep-alive',
};

/** Its requests in a session, which have a content type also without a body. */
export const sessionHeaders = { ...automationHeaders, accept: '*/*', 'content-type': 'application/json' };

/** Its requests with headers of their own. */
export const jsonHeaders = {
  ...automationHeaders,
  accept: 'application/json',
  'content-type': 'application/json',
};

export type SdkRole = 'manager' | 'application';

/** Signs in as the SDK does when it starts: with a form, and nothing in the query (manager-sdk 1.3). */
export async function sdkSignIn(
  platform: TestPlatform,
  { clientId, secret }: Application,
  scope: SdkRole,
): Promise<TokenRecord> {
  const response = await platform.request('/v3/auth/authorize', {
    method: 'POST',
    headers: { ...automationHeaders, accept: '*/*', 'content-type': 'application/x-www-form-urlencoded' },
    body: `client_id=${clientId}&client_secret=${secret}&response_type=client_credentials&scope=${scope}&state=active`,
  });
  assert.equal(response.status, 200);
  const record = await readJson<TokenRecord>(response);
  assert.deepEqual(record.scope, [scope]);
  assert.equal(record.endpoints.http, platform.url);
  return record;
}

type Connection = { clientId: string; record: TokenRecord; role: SdkRole; ca: string };

/**
 * Connects as the SDK does: to the three parts of `endpoints.mqtt`, without a client id, and with one filter of
 * QoS 0 (manager-sdk 4). It verifies the certificate's chain and the name of the host.
 */
export async function sdkConnect(
  platform: TestPlatform,
  { clientId, record, role, ca }: Connection,
): Promise<MqttSession> {
  const [scheme = '', host = '', port = '', ...more] = record.endpoints.mqtt.split(':');
  assert.deepEqual([scheme, more], ['mqtts', []]);
  const url = `mqtts://${host.replace('//', '')}:${Number.parseInt(port, 10)}`;
  const session = await connectMqtt(
    platform,
    { clientId, token: record.access_token },
    { url, ca, rejectUnauthorized: true, clientId: '', keepalive: 60 },
  );
  await session.client.subscribeAsync(`/v3/${role}s/${clientId}/channels/#`, { qos: 0 });
  return session;
}
