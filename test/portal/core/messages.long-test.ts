import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
import { publishTopic } from '@azulejo/contract';
import { advanceUntil } from '@azulejo/server/testing';
import type { Page } from 'playwright-core';
import { listen, newLamp, newMember, propertyOf, sendMessage } from '../../connections/mqtt/live-scene.ts';
import { findBarriers, type OpenOptions, startBrowser, viewports } from '../../support/browser.ts';
import { watchMessages } from '../../support/message-log.ts';
import { connectMqtt } from '../../support/mqtt.ts';
import { newApplication } from '../../support/people.ts';
import { visitPortal } from '../../support/portal.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';

async function setUp(stage: Stage) {
  const browser = stage.use(await startBrowser());
  const platform = await stage.start();
  const application = await newApplication(platform, { name: 'Casa Azul' });
  const ana = await newMember({ platform, application });
  const lamp = await newLamp(platform, ana.id);
  const visitor = await visitPortal(platform, 'viewer');
  /** Opens the page and waits until it is live. */
  const open = async (query = '', options: OpenOptions = {}) => {
    const opened = await browser.open({ ...options, enter: visitor.enter });
    await opened.page.goto(`${platform.url}/portal/messages${query}`);
    await opened.page.getByText('Live', { exact: true }).waitFor();
    return { ...opened, [Symbol.asyncDispose]: () => opened.page.context().close() };
  };
  const brightness = propertyOf(lamp.channelId, 'brightness');
  return { platform, application, ana, lamp, visitor, open, brightness };
}

const line = (page: Page, name: RegExp) => page.getByRole('log').getByRole('button', { name });
/** Returns whether nothing is wider than the page. */
const fits = (page: Page) => page.evaluate('document.documentElement.scrollWidth <= innerWidth');

onSqlite('the portal’s message page', setUp, (scene) => {
  it("shows a device's report at once and explains why a write was refused", async () => {
    const { platform, lamp, ana, open, brightness } = scene();
    await using view = await open('', { width: 1280 });
    const { page, pageErrors } = view;
    await using device = await listen(platform, lamp);
    await sendMessage(device, brightness, { io: 'iw', data: 41 });
    await line(page, /Report .*brightness.* 41 Stored/).waitFor();
    await using phone = await connectMqtt(platform, ana);
    await sendMessage(phone, brightness, { io: 'w', data: 900 });
    const refused = line(page, /Write .* 900 .*Refused/);
    await refused.focus();
    await page.keyboard.press('Enter');
    await page.getByText('in the template for the allowed values').waitFor();
    const template = page.getByRole('link', { name: 'Open the template' });
    assert.match((await template.getAttribute('href')) ?? '', /^\/portal\/templates\//);
    assert.equal(await refused.getAttribute('aria-expanded'), 'true');
    await page.keyboard.press('ArrowUp');
    await refused.and(page.locator(':focus')).waitFor({ state: 'detached' });
    assert.match((await page.locator(':focus').textContent()) ?? '', /brightness|Connect/);
    assert.deepEqual(await findBarriers(page), []);
    assert.deepEqual(pageErrors, []);
  });

  it('has no accessibility problems in the message page on phone and desktop, in light and dark', async () => {
    const { platform, ana, open, brightness } = scene();
    await using phone = await connectMqtt(platform, ana);
    for (const viewport of viewports) {
      await using view = await open('', viewport);
      const { page, pageErrors } = view;
      await sendMessage(phone, brightness, { io: 'w', data: 901 });
      const refused = line(page, / 901 /).last();
      await refused.click();
      await page.getByText('in the template for the allowed values').first().waitFor();
      assert.deepEqual(await findBarriers(page), []);
      assert.equal(await fits(page), true);
      assert.deepEqual(pageErrors, []);
    }
  });

  it('shows all of two hundred messages a second while it renders few of them', async () => {
    const { platform, lamp, open, brightness } = scene();
    await using view = await open(`?client=${lamp.clientId}`);
    const { page } = view;
    await using device = await connectMqtt(platform, lamp);
    const topic = publishTopic(brightness);
    // A busy machine sends fewer: a backlog is not sent at once, because the log would then skip some of it.
    for (let sent = 0; sent < 1000; sent += 20) {
      const together = Array.from({ length: 20 }, (_, index) =>
        device.publish(topic, { io: 'iw', data: (sent + index) % 101 }),
      );
      await Promise.all([...together, after(100)]);
    }
    await device.publish(topic, { io: 'iw', data: 99.5 });
    await line(page, / 99\.5 Stored/).waitFor();
    assert.ok((await page.getByRole('log').getByRole('button').count()) < 100);
    await page.getByRole('textbox', { name: 'Filter by text' }).fill('stored 99.5');
    await line(page, /Stored/)
      .nth(1)
      .waitFor({ state: 'detached' });
    await line(page, / 99\.5 Stored/).waitFor();
    assert.equal(await line(page, /Stored/).count(), 1);
    // No filter hides the notice of skipped messages.
    assert.equal(await page.getByText(/skipped: messages arrived/).count(), 0);
  });
});

onSqlite('watching messages in the portal', setUp, (scene) => {
  it('skips what arrives faster than it is read and reports how many', async () => {
    const { platform, lamp, visitor, brightness } = scene();
    using watching = await watchMessages(platform, visitor, { client_id: lamp.clientId });
    await using device = await connectMqtt(platform, lamp);
    const before = watching.messages.length;
    const topic = publishTopic(brightness);
    // More messages than the buffer of one viewer holds, in one write: the socket is not read in between.
    const bytes = Array.from({ length: 1900 }, (_, index) => packet(topic, { io: 'iw', data: index % 100 }));
    device.client.stream.write(Buffer.concat(bytes));
    await device.publish(topic, { io: 'iw', data: 99.25 });
    await platform.server.features.writePath.drain();
    const shown = () => watching.messages.length - before;
    // Each message is stored and has no recipient among the user's and the application's clients.
    await watching.next(() => shown() + watching.skipped() >= 3 * 1901);
    assert.ok(watching.skipped() > 0, 'some were left out');
    assert.ok(shown() >= 500);
  });

  it('ends the message stream with the session', async () => {
    const { platform } = scene();
    const visitor = await visitPortal(platform, 'viewer');
    using watching = await watchMessages(platform, visitor);
    await platform.server.db.write((tx) =>
      tx.deleteFrom('sign_ins').where('user_id', '=', visitor.accountId).execute(),
    );
    assert.equal(await advanceUntil(platform.clock, watching.refused, { seconds: 1 }), 401);
  });

  it('ends the message stream when the account is disabled', async () => {
    const { platform } = scene();
    const visitor = await visitPortal(platform, 'viewer');
    using watching = await watchMessages(platform, visitor);
    await platform.server.db.write((tx) =>
      tx.updateTable('users').set({ state: 'inactive' }).where('id', '=', visitor.accountId).execute(),
    );
    assert.equal(await advanceUntil(platform.clock, watching.refused, { seconds: 1 }), 401);
  });
});

/** Returns a PUBLISH with QoS 0 (MQTT 3.3). */
function packet(topic: string, message: unknown): Buffer {
  const name = Buffer.from(topic);
  const payload = Buffer.from(JSON.stringify(message));
  const length = 2 + name.length + payload.length;
  const head = [0x30, (length % 128) | 0x80, Math.floor(length / 128), name.length >> 8, name.length & 255];
  return Buffer.concat([Buffer.from(head), name, payload]);
}
