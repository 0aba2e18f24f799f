/** The browser in which a person says which devices are there, and both apps' ways around it (android-app 7, ios-app 7). */
import { type AndroidApp, json } from './android-app.ts';
import { requireDemand } from './android-calls.ts';
import * as android from './android-parser.ts';
import type { IosApp } from './ios-app.ts';
import * as ios from './ios-parser.ts';
import { requireThat } from './rules.ts';
import { sendOnWire, type WireHeaders, type WireReply } from './wire-client.ts';

export const PROCESS = 'mz_wl_add_device_process';

type Step = {
  next_step?: { href: string; meta: { variables: Record<string, string> } };
  response?: { payload: { action?: string; authorization_url?: string; devices?: Found[] } };
};
type Found = { id: string; content: string };

/** Opens the page, chooses `rooms` in its one form, and submits it. Answers where the browser is sent. */
export async function passPage(location: string, rooms: number, headers: WireHeaders = []): Promise<string> {
  const { origin, pathname, search } = new URL(location);
  const page = pathname + search;
  const shown = await sendOnWire(origin, { method: 'GET', path: page, headers });
  requireThat(shown.status === 200, page, `is answered ${shown.status}: ${shown.text}`);
  const [form = ''] = /<form.*<\/form>/s.exec(shown.text) ?? [];
  const fields = [...form.matchAll(/<input type="(hidden|checkbox)" name="(\w+)" value="([^"]*)"/g)];
  const hidden = fields.filter(([, type]) => type === 'hidden');
  const boxes = fields.filter(([, type]) => type === 'checkbox').slice(0, rooms);
  const body = new URLSearchParams(
    [...hidden, ...boxes].map(([, , name = '', value = '']): [string, string] => [name, value]),
  );
  const sent = await sendOnWire(origin, {
    method: 'POST',
    path: page,
    headers: [...headers, ['Content-Type', 'application/x-www-form-urlencoded']],
    body: body.toString(),
  });
  requireThat(sent.status === 303, page, `is answered ${sent.status}: ${sent.text}`);
  return sent.header('Location') ?? '';
}

/** What an app reads of the answer to an authorization: where to go, and with which headers. */
const goal = (reply: WireReply) => ({
  location: reply.header('Location') ?? '',
  webview: reply
    .headersFrom('X-Webview-')
    .map(([name, value]) => [name.slice('X-Webview-'.length), value] as const),
});

/** As the Android app walks through the recipe of a template; answers the channels. `rooms` is how many devices are there. */
export async function pairOnAndroid(app: AndroidApp, templateId: string, rooms: number): Promise<string[]> {
  const { clientId } = app.build;
  let devices: Found[] = [];
  let shown: Found[] = [];

  function variable(name: string): unknown {
    const { access_token: token, owner_id: ownerId } = app.record();
    const values: Record<string, unknown> = {
      process: PROCESS,
      channeltemplate_id: templateId,
      client_id: clientId,
      Authorization: `OAuth2.0 ${token}`,
      owner_id: ownerId,
      devices: shown,
    };
    return values[name];
  }

  /** The variables of a step as headers and body; `Authorization` so stands there twice (android-app 1.2). */
  async function execute({ href, meta }: NonNullable<Step['next_step']>): Promise<Step> {
    const parts = { headers: [] as [string, string][], payload: {} as Record<string, unknown> };
    for (const [path, attributes] of Object.entries(meta.variables)) {
      const [part = '', name = ''] = path.split('.');
      const value = variable(name);
      requireThat(value !== undefined || !attributes.includes('required'), path, 'is not known to the app');
      if (part === 'headers') parts.headers.push([name, String(value)]);
      else parts.payload[name] = value;
    }
    return app.call<Step>({
      method: 'POST',
      path: `${href}/execute`,
      headers: parts.headers,
      body: parts.payload,
      demand: json(android.recipeResult),
    });
  }

  async function act(payload: NonNullable<Step['response']>['payload']): Promise<void> {
    if (payload.action === 'oauth') {
      const path = `${payload.authorization_url}?policy=one`;
      const asked = await app.send({ method: 'GET', path });
      requireDemand(asked, { kind: 'location' }, path);
      const { location, webview } = goal(asked);
      const end = await passPage(location, rooms, webview);
      const pattern = /^[a-z][a-z0-9+.-]*:\/\/[^/]+\/v3\/channel-templates\/[^/]+\/retrieve-devices-list/;
      requireThat(pattern.test(end), 'oauth', `ends at ${end}`);
      requireThat(!end.startsWith('http'), 'oauth', 'ends in the browser, not in the app');
    }
    if (payload.action === 'list_devices')
      shown = await app.get<Found[]>(`/v3/legacy/profiles/${templateId}/channels`, android.foundDevices);
    if (payload.action === 'send_selected_devices') {
      devices = payload.devices ?? [];
      requireThat(
        devices.length === shown.length && devices.every(({ id }, index) => id === shown[index]?.id),
        'send_selected_devices',
        'has other devices than are shown, and the wrong ones would be added',
      );
    }
  }

  const recipe = await recipeOf(app, templateId);
  let step = await app.call<Step>({
    method: 'POST',
    path: `/v3/recipes/${recipe}/meta`,
    demand: json(android.recipeResult),
  });
  while (step.next_step) {
    step = await execute(step.next_step);
    if (step.response) await act(step.response.payload);
  }
  const added = await app.call<{ id: string }[]>({
    method: 'POST',
    path: '/v3/legacy/users/{uid}/channels',
    body: { profile: templateId, channels: devices.map(({ id, content }) => ({ id, content })) },
    demand: json(android.addedChannels),
  });
  return added.map(({ id }) => id);
}

async function recipeOf({ get }: AndroidApp, templateId: string): Promise<string> {
  const path = '/v3/users/self/channel-templates?order_by=+order_index&order_index=gt/-999999/n';
  const { elements } = await get<{ elements: { recipe_id: string; template: { id: string } }[] }>(
    path,
    android.templates,
  );
  const element = elements.find(({ template }) => template.id === templateId);
  requireThat(element !== undefined, 'channel-templates', `do not list ${templateId}`);
  return element.recipe_id;
}

/** As the iOS app walks through the same; it posts nothing that it found to the recipe (ios-app 7.3). */
export async function pairOnIos(app: IosApp, templateId: string, rooms: number): Promise<string[]> {
  const { client_id, owner_id } = app.record();
  const body = { process: PROCESS, channeltemplate_id: templateId, client_id, owner_id };
  const path = `/v3/users/{uid}/channel-templates?template.type=device&order_by=+order_index&order_index=gt/-999999/n`;
  const { elements } = await app.get<{ elements: { recipe_id: string; template: { id: string } }[] }>(
    path,
    ios.templates,
  );
  const recipe = elements.find(({ template }) => template.id === templateId)?.recipe_id;
  let found: Found[] = [];
  let added: { id: string }[] = [];

  async function act(payload: NonNullable<Step['response']>['payload']): Promise<void> {
    if (payload.action === 'oauth') {
      const asked = await app.send({ method: 'GET', path: `${payload.authorization_url}?policy=one` });
      requireThat(asked.status >= 300 && asked.status < 400, 'oauth', `ends the app at ${asked.status}`);
      const { location, webview } = goal(asked);
      const end = await passPage(location, rooms, webview);
      const last = new URL(end).pathname.split('/').at(-1) ?? '';
      const isSeen = webview.length > 0 ? last === 'retrieve-devices-list' : !end.startsWith('http');
      requireThat(isSeen, 'oauth', `ends at ${end}, which the app does not see`);
    }
    if (payload.action === 'list_devices') {
      found = await app.get<Found[]>(`/v3/legacy/profiles/${templateId}/channels`, ios.foundDevices);
      requireThat(found.length > 0, 'list_devices', 'finds no device');
    }
    if (payload.action === 'send_selected_devices')
      added = await app.call(
        {
          method: 'POST',
          path: '/v3/legacy/users/{uid}/channels',
          body: { profile: templateId, channels: found.map(({ id }) => ({ id })) },
        },
        ios.addedChannels,
      );
  }

  let step = await app.call<Step>({ method: 'POST', path: `/v3/recipes/${recipe}/meta` }, ios.recipeMeta);
  while (step.next_step) {
    const href = step.next_step.href;
    step = await app.call<Step>({ method: 'POST', path: `${href}/execute`, body }, ios.recipeResult);
    if (step.response) await act(step.response.payload);
  }
  return added.map(({ id }) => id);
}
