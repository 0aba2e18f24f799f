import assert from 'node:assert/strict';
import type { Value } from '@azulejo/contract';
import type { BrowserContext, Page } from 'playwright-core';
import { type OpenOptions, startBrowser } from '../support/browser.ts';
import { newPerson, type Person, personToken } from '../support/people.ts';
import { readJson } from '../support/replies.ts';
import type { Stage } from '../support/scene.ts';
import { RECORD_ANNOUNCEMENTS, wasConfirmed } from './announcements.ts';

/** Starts a platform with users of Home with virtual devices, and a browser. */
export async function setUpDevices({ start, use }: Pick<Stage, 'start' | 'use'>) {
  const platform = await start();
  const { features } = platform.server;
  const { id: clientId } = await features.homeApplication.get();
  const application = { clientId, secret: '' };
  const browser = use(await startBrowser());
  const ana = await newPerson(platform, application);
  const known = await features.templates.list();

  async function newDevice(model: string, name: string): Promise<string> {
    const template = known.find((each) => each.model === model);
    assert.ok(template, `the catalogue has ${model}`);
    const device = { userId: ana.id, templateId: template.id, name, seed: 7, faults: [] };
    const { channel } = await features.virtualDevices.create(device);
    await platform.server.features.simulator.tick();
    return channel.id;
  }

  /** Returns a function that signs a browser context in as this person. */
  async function signedIn(person: Person) {
    const record = JSON.stringify(await personToken(platform, application, person));
    return async (context: BrowserContext): Promise<void> => {
      await context.addInitScript(`localStorage.setItem('azulejo.token', ${JSON.stringify(record)})`);
      await context.addInitScript(RECORD_ANNOUNCEMENTS);
    };
  }

  async function open(
    channelId: string,
    { person = ana, ...options }: OpenOptions & { person?: Person } = {},
  ) {
    const opened = await browser.open({ ...options, enter: await signedIn(person) });
    await opened.page.goto(`${platform.url}/home/devices/${channelId}`);
    return opened;
  }

  const call = (person: Person, path: string, method = 'GET', body?: unknown) =>
    platform.request(path, {
      method,
      token: person.token,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  const dataOf = async (channelId: string, at: string): Promise<unknown> => {
    const [component, property] = at.split('/');
    const path = `/v3/channels/${channelId}/components/${component}/properties/${property}/value`;
    return (await readJson<Value>(await call(ana, path))).data;
  };
  return { platform, application, browser, ana, newDevice, open, call, dataOf };
}

/** Returns the row of a property on the page. */
export const rowOf = (page: Page, property: string) => page.locator(`[data-property="${property}"]`).first();

/** Waits until the page has shown that the device confirmed a write. Each write counts once. */
export async function isDone(page: Page, property: string): Promise<void> {
  await wasConfirmed(page, rowOf(page, property));
  await rowOf(page, property).evaluate((row) => row.removeAttribute('data-was-done'));
}

/** Waits until the status of the last write is no longer shown, so that the next one is not missed. */
export const untilStatusHidden = (page: Page, property: string): Promise<void> =>
  rowOf(page, property).and(page.locator('[data-state="idle"]')).waitFor();

/** Returns the button of a lamp that turns it on or off. */
export const powerOf = (page: Page) => rowOf(page, 'status').getByRole('button', { name: /^Turn / });
