import assert from 'node:assert/strict';
import type { ChannelList, TileList, TokenRecord } from '@azulejo/contract';
import { signIn } from './people.ts';
import type { TestPlatform } from './platform.ts';
import { readJson } from './replies.ts';
import type { Stage } from './scene.ts';

export const lists = ['channels', 'tiles'] as const;
export type ListName = (typeof lists)[number];

/** The optional parts of a call to a list; `query` is sent unchanged. */
export type ListCall = { query?: string; user?: string; token?: string; headers?: Record<string, string> };

export type DemoHome = Awaited<ReturnType<typeof setUpDemoHome>>;

/** Starts a platform with the demo home. Returns calls as its user. */
export async function setUpDemoHome(stage: Stage | Stage) {
  const platform = await stage.start({ environment: { DEMO: '1', BRIDGES: 'external' } });
  const { demo } = platform.server;
  assert.ok(demo, 'a start with DEMO=1 made a demo home');
  const response = await signIn(platform, 'authorize', {
    response_type: 'password',
    scope: 'application,user',
    client_id: demo.clientId,
    username: demo.email,
    password: demo.password,
  });
  const { access_token: token, owner_id: userId } = await readJson<TokenRecord>(response);
  return { platform, demo, token, userId, ...listsOf(platform, token, userId) };
}

/**
 * Returns calls to the lists of one user, each of which accepts another user or token. `channels` and `tiles`
 * omit those of the user's own phone.
 */
export function listsOf(platform: TestPlatform, ownToken: string, ownId: string) {
  const get = (list: ListName, { query = '', user = ownId, token = ownToken, headers = {} }: ListCall = {}) =>
    platform.request(`/v3/legacy/users/${user}/${list}${query}`, { token, headers });
  return {
    get,
    channels: async (call: ListCall = {}) =>
      (await readJson<ChannelList>(await get('channels', call))).channels.filter(
        ({ content }) => content !== 'Context',
      ),
    tiles: async (call: ListCall = {}) =>
      (await readJson<TileList>(await get('tiles', call))).tiles.filter(({ kind }) => kind !== 'context'),
  };
}
