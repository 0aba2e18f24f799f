/** Adds devices as the Android app does (android-app 7). */
import { type AndroidApp, json } from './android-app.ts';
import { requireExpectation } from './android-calls.ts';
import * as parser from './android-parser.ts';
import { goal, passPage } from './browser.ts';
import {
  type Found,
  type NextStep,
  type Payload,
  PROCESS,
  recipeOf,
  type Step,
  type TemplateList,
} from './recipe-parts.ts';
import { requireThat } from './rules.ts';

/** The state that the phone keeps between steps. */
type Walk = { templateId: string; rooms: number; shown: readonly Found[]; chosen: readonly Found[] };

/** Runs the recipe of a template, with devices in `rooms` rooms. Returns the new channels. */
export async function pairOnAndroid(app: AndroidApp, templateId: string, rooms: number): Promise<string[]> {
  const walk: Walk = { templateId, rooms, shown: [], chosen: [] };
  const path = '/v3/users/self/channel-templates?order_by=+order_index&order_index=gt/-999999/n';
  const recipe = recipeOf(await app.get<TemplateList>(path, parser.templates), templateId);
  const expected = json(parser.recipeResult);
  let step = await app.call<Step>({ method: 'POST', path: `/v3/recipes/${recipe}/meta`, expected });
  while (step.next_step) {
    const { href } = step.next_step;
    const requested = requestOf(app, walk, step.next_step);
    step = await app.call<Step>({ method: 'POST', path: `${href}/execute`, ...requested, expected });
    if (step.response) await act(app, walk, step.response.payload);
  }
  const added = await app.call<{ id: string }[]>({
    method: 'POST',
    path: '/v3/legacy/users/{uid}/channels',
    body: { profile: templateId, channels: walk.chosen.map(({ id, content }) => ({ id, content })) },
    expected: json(parser.addedChannels),
  });
  return added.map(({ id }) => id);
}

/** Returns the variables of a step as headers, with `Authorization` twice, and body (android-app 1.2). */
function requestOf(app: AndroidApp, { templateId, shown }: Walk, { meta }: NextStep) {
  const { access_token: token, owner_id } = app.record();
  const known: Record<string, unknown> = {
    process: PROCESS,
    channeltemplate_id: templateId,
    client_id: app.build.clientId,
    Authorization: `OAuth2.0 ${token}`,
    owner_id,
    devices: shown,
  };
  const headers: [string, string][] = [];
  const body: Record<string, unknown> = {};
  for (const [path, attributes] of Object.entries(meta.variables)) {
    const [part, name = ''] = path.split('.');
    const value = known[name];
    requireThat(value !== undefined || !attributes.includes('required'), path, 'is not known to the app');
    if (part === 'headers') headers.push([name, String(value)]);
    else body[name] = value;
  }
  return { headers, body };
}

async function act(app: AndroidApp, walk: Walk, payload: Payload): Promise<void> {
  if (payload.action === 'oauth') await authorize(app, walk, payload);
  if (payload.action === 'list_devices') {
    const path = `/v3/legacy/profiles/${walk.templateId}/channels`;
    walk.shown = await app.get<Found[]>(path, parser.foundDevices);
  }
  if (payload.action === 'send_selected_devices') {
    walk.chosen = payload.devices ?? [];
    // The app identifies a selected device by its position in the list (android-app 7.2).
    const isSame =
      walk.chosen.length === walk.shown.length &&
      walk.chosen.every(({ id }, index) => id === walk.shown[index]?.id);
    requireThat(isSame, 'send_selected_devices', 'has other devices than are shown: wrong ones are added');
  }
}

/** Opens the page in a browser tab, from which only the app's own URL scheme leads back (android-app 7.3). */
async function authorize(app: AndroidApp, { rooms }: Walk, { authorization_url }: Payload): Promise<void> {
  const path = `${authorization_url}?policy=one`;
  const requested = await app.send({ method: 'GET', path });
  requireExpectation(requested, { kind: 'location' }, path);
  const { location, webview } = goal(requested);
  const end = await passPage(location, rooms, webview);
  const pattern = /^[a-z][a-z0-9+.-]*:\/\/[^/]+\/v3\/channel-templates\/[^/]+\/retrieve-devices-list/;
  requireThat(pattern.test(end) && !end.startsWith('http'), 'oauth', `ends at ${end}, not in the app`);
}
