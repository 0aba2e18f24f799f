import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MakerCloud } from './maker-cloud.ts';
import type { Application } from './people.ts';
import type { TestPlatform } from './platform.ts';
import { jsonHeaders, sdkSignIn, sessionHeaders } from './python-sdk.ts';

export type WebhookCall = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

type Device = { id: string; content?: unknown; photoUrl?: unknown };

/**
 * A manager as the public SDK is one: it sets its webhooks, checks the confirmation hash, and calls the
 * platform back while it answers (manager-sdk 2, 3). It knows the persons whose token it received.
 */
export type SdkManager = AsyncDisposable & {
  readonly id: string;
  readonly url: string;
  readonly calls: WebhookCall[];
  /** The tokens that it received, by application and person. */
  readonly tokens: Map<string, unknown>;
  /** What the maker says the person has. */
  devices: Device[];
  /** Devices whose adding fails. */
  readonly broken: Set<string>;
  /** Answers a webhook in place of the manager, while set. */
  answer?: (path: string, response: ServerResponse) => boolean | undefined | Promise<boolean | undefined>;
  /** What the platform answered to each call of the manager: path and status. */
  readonly platformCalls: [path: string, status: number][];
  /** Starts it again, as its process does after an exit: with a new token, and with its stored data. */
  boot(): Promise<void>;
};

type Options = { platform: TestPlatform; manager: Application; cloud: MakerCloud; templateId: string };

export async function startSdkManager({
  platform,
  manager,
  cloud,
  templateId,
}: Options): Promise<SdkManager> {
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  /** The channels of devices, as the SDK stores them. */
  const channels = new Map<string, string>();
  let hash = '';
  let token = '';

  const call = async (method: string, path: string, body?: object, headers = sessionHeaders) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await platform.request(`/v3${path}`, { token, ...init });
    sdk.platformCalls.push([path.replace(manager.clientId, 'self'), response.status]);
    const text = await response.text();
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, string> };
  };

  /** The SDK reads its document again when it does not know a hash. */
  async function isFromPlatform({ headers }: IncomingMessage): Promise<boolean> {
    const given = headers.authorization?.replace('Bearer ', '');
    if (given !== hash)
      hash = (await call('GET', `/managers/${manager.clientId}`)).body['confirmation_hash'] ?? '';
    return given === hash;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await request.toArray()).join('');
    const path = request.url ?? '';
    sdk.calls.push({ method: request.method ?? '', path, headers: request.headers, body });
    if (await sdk.answer?.(path, response)) return;
    const end = (status: number, content?: unknown) => {
      const type = content === undefined ? 'text/html' : 'application/json';
      response
        .writeHead(status, { 'Content-Type': type })
        .end(content === undefined ? '' : JSON.stringify(content));
    };
    const application = request.headers['x-client-id'];
    const owner = request.headers['x-owner-id'];
    if (
      !(await isFromPlatform(request)) ||
      !application ||
      !owner ||
      !request.headers['x-channeltemplate-id']
    )
      return end(403);
    const person = `${application} ${owner}`;
    const wanted = path === '/v3/authorize' ? 'GET' : 'POST';
    if (request.method !== wanted) return end(405);
    if (path === '/v3/authorize') return end(200, { location: cloud.steps() });
    if (path === '/v3/receive-token') {
      sdk.tokens.set(person, JSON.parse(body));
      return end(200);
    }
    if (path === '/v3/devices-list') return sdk.tokens.has(person) ? end(200, sdk.devices) : end(404);
    const { channels: chosen } = JSON.parse(body) as { channels: Device[] };
    const ids = await Promise.all(chosen.map((device) => add(device, String(application), String(owner))));
    end(
      200,
      ids.flatMap((id) => (id === undefined ? [] : [{ id }])),
    );
  }

  /** Adds one device with the calls of the SDK, in its order; undefined when one of them is refused. */
  async function add(
    { id, content }: Device,
    application: string,
    owner: string,
  ): Promise<string | undefined> {
    if (sdk.broken.has(id)) return undefined;
    let channel = channels.get(id);
    if (![200, 201].includes((await call('GET', `/channels/${channel ?? 'None'}`)).status)) {
      const made = await call('POST', '/managers/self/channels', {
        name: content,
        channeltemplate_id: templateId,
        remote_key: id,
        requesting_client_id: application,
      });
      if (made.status !== 201) return undefined;
      channel = made.body['id'] ?? '';
      channels.set(id, channel);
    }
    for (const [role, client] of [
      ['application', application],
      ['user', owner],
    ]) {
      const grant = { client_id: client, requesting_client_id: application, role, remote_key: id };
      const { status } = await call('POST', `/channels/${channel}/grant-access`, grant);
      if (status !== 200 && status !== 201) return undefined;
    }
    const { access_token } = sdk.tokens.get(`${application} ${owner}`) as { access_token: string };
    const given = { client_id: application, owner_id: owner, credentials: { access_token } };
    await call('POST', `/managers/${manager.clientId}/swap-credentials`, given, jsonHeaders);
    return channel;
  }

  const sdk: SdkManager = {
    id: manager.clientId,
    url,
    calls: [],
    tokens: new Map(),
    devices: [],
    broken: new Set(),
    platformCalls: [],
    async boot() {
      token = (await sdkSignIn(platform, manager, 'manager')).access_token;
      await call('PATCH', `/managers/${manager.clientId}`, webhooks);
      hash = (await call('GET', `/managers/${manager.clientId}`)).body['confirmation_hash'] ?? '';
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const webhooks = Object.fromEntries(
    ['authorize', 'receive_token', 'devices_list', 'select_device'].map((name) => [
      name,
      `${url}/v3/${name.replace('_', '-')}`,
    ]),
  );
  await sdk.boot();
  return sdk;
}
