import assert from 'node:assert/strict';
import { CLOUD_ID, CLOUD_SECRET, type MakerCloud, startMakerCloud } from './maker-cloud.ts';
import { type PairingScene, setUpPairing, ticketOf } from './pairing-scene.ts';
import { type Application, newApplication, type Person } from './people.ts';
import type { TestPlatform } from './platform.ts';
import type { Stage } from './scene.ts';
import { startSdkManager } from './sdk-manager.ts';

/** A plug of one channel, assigned to the manager of the scene. */
export const ACME_PLUG = 'f6d8f4c9-5b15-56a4-b6dc-0bcee06af490';

export type MakerScene = Awaited<ReturnType<typeof setUpMaker>>;

type Parties = { platform: TestPlatform; application: Application; cloud: MakerCloud };

/** Starts the manager of a maker, where the application has an account and people have two plugs. */
export async function newMaker(stage: Pick<Stage, 'use'>, { platform, application, cloud }: Parties) {
  const { makers, makerAccounts } = platform.server.features;
  const manager = await newApplication(platform, { type: 'manager', name: 'Acme' });
  await makers.assign(ACME_PLUG, manager.clientId);
  const account = {
    application: application.clientId,
    clientId: CLOUD_ID,
    clientSecret: CLOUD_SECRET,
    origins: [cloud.url],
  };
  await makerAccounts.set(manager.clientId, account);
  const sdk = stage.use(await startSdkManager({ platform, manager, cloud, templateId: ACME_PLUG }));
  sdk.devices = [
    { id: 'plug-1', content: 'Kitchen plug', photoUrl: 'https://acme.example/plug.png' },
    { id: 'plug-2', content: '' },
  ];
  return { manager, sdk, account };
}

/** Sets up a maker with an OAuth server, its manager, and people who add its devices as known apps do. */
export async function setUpMaker(stage: Stage) {
  const cloud = stage.use(await startMakerCloud());
  const scene: PairingScene = await setUpPairing({
    start: () => stage.start({ environment: { WEBHOOK_NETWORKS: '127.0.0.1/32' } }),
  });
  const { platform, application } = scene;
  const { manager, sdk, account } = await newMaker(stage, { platform, application, cloud });

  /** Submits the consent page. Returns where the browser goes at the maker, and its cookie. */
  async function consent(person: Person): Promise<{ url: string; cookie: string }> {
    const page = await scene.authorize(person, ACME_PLUG);
    const response = await scene.submit(page, [], ticketOf(page));
    assert.equal(response.status, 303, await response.text());
    const [cookie = ''] = response.headers.getSetCookie();
    return { url: response.headers.get('location') ?? '', cookie: cookie.split(';')[0] ?? '' };
  }

  /** Signs in at the maker, as the browser does. Returns the path to which the maker sends it back. */
  async function signInAtMaker(url: string): Promise<string> {
    const response = await fetch(url, { redirect: 'manual' });
    assert.equal(response.status, 302);
    return scene.pathOf(response.headers.get('location') ?? '');
  }

  const returnFromMaker = (path: string, cookie: string) => platform.request(path, { headers: { cookie } });

  /** Goes through the consent and the maker's sign-in. */
  async function signIn(person: Person): Promise<Response> {
    const { url, cookie } = await consent(person);
    return returnFromMaker(await signInAtMaker(url), cookie);
  }

  return { ...scene, cloud, manager, sdk, account, consent, signInAtMaker, returnFromMaker, signIn };
}
