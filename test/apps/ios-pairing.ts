/** Adds devices as the iOS app does (ios-app 7). */
import { goal, passPage } from './browser.ts';
import type { IosApp } from './ios-app.ts';
import * as parser from './ios-parser.ts';
import { type Found, type Payload, PROCESS, recipeOf, type Step, type TemplateList } from './recipe-parts.ts';
import { requireThat } from './rules.ts';

/** The state that the phone keeps between steps. */
type Walk = { templateId: string; rooms: number; found: readonly Found[]; added: readonly string[] };

/** Runs the recipe of a template, with devices in `rooms` rooms. Returns the new channels. */
export async function pairOnIos(app: IosApp, templateId: string, rooms: number): Promise<readonly string[]> {
  const walk: Walk = { templateId, rooms, found: [], added: [] };
  const path =
    '/v3/users/{uid}/channel-templates?template.type=device&order_by=+order_index&order_index=gt/-999999/n';
  const recipe = recipeOf(await app.get<TemplateList>(path, parser.templates), templateId);
  const { client_id, owner_id } = app.record();
  // The phone never posts the devices it found to a recipe (ios-app 7.3).
  const body = { process: PROCESS, channeltemplate_id: templateId, client_id, owner_id };
  let step = await app.call<Step>({ method: 'POST', path: `/v3/recipes/${recipe}/meta` }, parser.recipeMeta);
  while (step.next_step) {
    const { href } = step.next_step;
    step = await app.call<Step>({ method: 'POST', path: `${href}/execute`, body }, parser.recipeResult);
    if (step.response) await act(app, walk, step.response.payload);
  }
  return walk.added;
}

async function act(app: IosApp, walk: Walk, payload: Payload): Promise<void> {
  const { templateId, found } = walk;
  if (payload.action === 'oauth') await authorize(app, walk, payload);
  if (payload.action === 'list_devices') {
    walk.found = await app.get<Found[]>(`/v3/legacy/profiles/${templateId}/channels`, parser.foundDevices);
    requireThat(walk.found.length > 0, 'list_devices', 'finds no device');
  }
  if (payload.action === 'send_selected_devices') {
    const body = { profile: templateId, channels: found.map(({ id }) => ({ id })) };
    const added = await app.call<Found[]>(
      { method: 'POST', path: '/v3/legacy/users/{uid}/channels', body },
      parser.addedChannels,
    );
    walk.added = added.map(({ id }) => id);
  }
}

/** Opens the page in the app's web view, which observes its URLs, or else in the browser (ios-app 7.2). */
async function authorize(app: IosApp, { rooms }: Walk, { authorization_url }: Payload): Promise<void> {
  const requested = await app.send({ method: 'GET', path: `${authorization_url}?policy=one` });
  requireThat(
    requested.status >= 300 && requested.status < 400,
    'oauth',
    `ends the app at ${requested.status}`,
  );
  const { location, webview } = goal(requested);
  const end = await passPage(location, rooms, webview);
  const last = new URL(end).pathname.split('/').at(-1);
  const isSeen = webview.length > 0 ? last === 'retrieve-devices-list' : !end.startsWith('http');
  requireThat(isSeen, 'oauth', `ends at ${end}, which the app does not see`);
}
