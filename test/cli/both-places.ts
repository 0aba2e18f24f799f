import assert from 'node:assert/strict';
import { type PortalScope, portalScopes } from '@azulejo/contract';
import type { Place } from '@azulejo/storage/testing';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { visitPortal } from '../support/portal.ts';
import { azulejo } from './azulejo.ts';

export type Json = Record<string, unknown>;

/** Creates an access token of a developer, and returns what runs commands with it from an empty folder. */
export async function elsewhere(
  platform: TestPlatform,
  place: Place,
  scopes: readonly PortalScope[] = portalScopes,
) {
  const { accountId } = await visitPortal(platform, 'developer');
  const { tokens } = platform.server.features.portalAccounts;
  const { token, record } = await tokens.create(accountId, { name: 'Test', scopes: [...scopes] }, {});
  const environment = {
    AZULEJO_URL: platform.url,
    AZULEJO_TOKEN: token,
    XDG_CONFIG_HOME: place.dataDir,
    HOME: place.dataDir,
  };
  const run = (args: readonly string[], over: Readonly<Record<string, string>> = {}) =>
    azulejo(place, args, { environment: { ...environment, ...over } });
  return {
    token,
    environment,
    run,
    revoke: () => tokens.revoke(accountId, record.id, {}),
    async ask<Answer = Json>(...args: string[]): Promise<Answer> {
      const { code, stdout, stderr } = await run([...args, '--json']);
      assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
      return JSON.parse(stdout) as Answer;
    },
  };
}

/** Starts a platform, and returns what runs a command elsewhere and on its machine. */
export async function bothPlaces(
  newPlace: () => Promise<Place>,
  environment: Readonly<Record<string, string>> = {},
) {
  const [place, empty] = [await newPlace(), await newPlace()];
  const platform = await startPlatform({ place, environment });
  const remote = await elsewhere(platform, empty);
  return {
    ...remote,
    platform,
    folder: empty.dataDir,
    here: (args: readonly string[]) => azulejo(place, args, { environment }),
    async same(...args: string[]) {
      const [there, here] = await Promise.all([remote.run(args), azulejo(place, args, { environment })]);
      assert.deepEqual([there.code, there.stdout, there.stderr], [here.code, here.stdout, here.stderr]);
    },
    [Symbol.asyncDispose]: () => platform[Symbol.asyncDispose](),
  };
}
