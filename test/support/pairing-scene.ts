import assert from 'node:assert/strict';
import type { FoundDevice, RecipeStep } from '@azulejo/contract';
import { newApplication, newPerson, type Person } from './people.ts';
import { readJson } from './replies.ts';
import type { Stage } from './scene.ts';
import { postJson } from './wire.ts';

/** A plug with one channel and one tile. */
export const PLUG = '87ef7668-847e-5398-a548-927f36f0a863';

export type PairingScene = Awaited<ReturnType<typeof setUpPairing>>;

/** Creates an application with an app scheme, one without, and users who add devices as known apps do. */
export async function setUpPairing({ start }: Pick<Stage, 'start'>) {
  const platform = await start();
  const application = await newApplication(platform, {
    name: 'Casa Azul',
    appScheme: 'casaazul',
    origins: ['https://casa.example'],
  });
  const plain = await newApplication(platform, { name: 'Casa Verde' });
  const ana = await newPerson(platform, application);
  const rui = await newPerson(platform, application, 'Rui');
  const eva = await newPerson(platform, plain, 'Eva');
  const base = platform.config.urls.base;
  const pathOf = (url: string) => (url.startsWith(base) ? url.slice(base.length) : url);

  /** Requests the pairing page. Returns its path. */
  async function authorize({ token }: Person, template: string): Promise<string> {
    const response = await platform.request(`/v3/channel-templates/${template}/authorize?policy=one`, {
      token,
    });
    assert.equal(response.status, 303);
    assert.equal(await response.text(), '{}');
    return pathOf(response.headers.get('location') ?? '');
  }

  /** Submits the form of the page as a browser does. */
  async function submit(page: string, rooms: readonly string[], ticket = ticketOf(page)): Promise<Response> {
    const form = new URLSearchParams({ ticket });
    for (const room of rooms) form.append('room', room);
    return platform.request(page, { method: 'POST', body: form });
  }

  const found = async ({ token }: Person, template: string): Promise<FoundDevice[]> =>
    readJson(await platform.request(`/v3/legacy/profiles/${template}/channels`, { token }));

  const add = (person: Person, profile: string, channels: readonly { id: string; content?: string }[]) =>
    postJson(
      platform,
      `/v3/legacy/users/${person.id}/channels`,
      { profile, channels },
      { token: person.token },
    );

  return {
    platform,
    application,
    plain,
    ana,
    rui,
    eva,
    base,
    pathOf,
    authorize,
    submit,
    found,
    add,
    /** Completes the pairing page. Returns the devices found. */
    async pass(person: Person, template: string, rooms: readonly string[]): Promise<FoundDevice[]> {
      const response = await submit(await authorize(person, template), rooms);
      assert.equal(response.status, 303);
      return found(person, template);
    },
    execute: async (
      person: Person,
      href: string,
      more: Record<string, unknown> = {},
    ): Promise<RecipeStep> => {
      const body = {
        process: 'mz_wl_add_device_process',
        client_id: application.clientId,
        owner_id: person.id,
        ...more,
      };
      return readJson(await postJson(platform, `${href}/execute`, body, { token: person.token }));
    },
  };
}

export const ticketOf = (page: string): string =>
  new URL(page, 'http://any').searchParams.get('ticket') ?? '';
