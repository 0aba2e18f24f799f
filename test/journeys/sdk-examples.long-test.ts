import assert from 'node:assert/strict';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, it } from 'node:test';
import type { Command } from '@azulejo/contract';
import { startBrowser } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { LAMP } from '../support/live-scene.ts';
import { type Application, newApplication, newPerson, type Person } from '../support/people.ts';
import type { TestPlatform } from '../support/platform.ts';
import { startProgram } from '../support/programs.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

/** The template that the example names: Plugwise Lisa zone thermostat. */
const THERMOSTAT = 'f6d8f4c9-5b15-56a4-b6dc-0bcee06af490';
const SET_POINT = 'occupied-heating-setpoint';

const example = (path: string, ...args: readonly string[]) =>
  startProgram(process.execPath, [
    '--conditions=azulejo-source',
    '--disable-warning=ExperimentalWarning',
    join(import.meta.dirname, '..', '..', 'sdk', 'examples', path),
    ...args,
  ]);

/** Starts the cloud of a maker, to whose lamps the person consented. */
async function startMaker(platform: TestPlatform, application: Application, person: Person, file: string) {
  const { clientId, secret } = await newApplication(platform, { type: 'manager', name: 'Acme' });
  await platform.server.features.makers.assign(LAMP, clientId);
  const page = await platform.request(`/v3/channel-templates/${LAMP}/authorize?policy=one`, person);
  const consent = new URL(page.headers.get('location') ?? '');
  await platform.request(`${consent.pathname}${consent.search}`, {
    method: 'POST',
    body: new URLSearchParams(consent.searchParams),
  });
  await writeFile(file, JSON.stringify({ client_id: clientId, client_secret: secret }));
  const maker = example('node/maker.ts', file, application.clientId, person.id, platform.url);
  await maker.line(/^The lamp is channel/);
  return maker;
}

/** Sets up a home with a thermostat, and writes the two files that the examples read. */
async function setUp({ start, place }: Stage) {
  const platform = await start();
  const port = await freePort();
  const application = await newApplication(platform, { origins: [`http://127.0.0.1:${port}`] });
  const person = await newPerson(platform, application);
  const { client, secret, channel } = await platform.server.features.devices.create({
    userId: person.id,
    templateId: THERMOSTAT,
    name: 'Hall',
  });
  const device = join(place.dataDir, 'device.json');
  await writeFile(
    device,
    JSON.stringify({ client_id: client.id, client_secret: secret, channel: channel.id }),
  );
  const account = join(place.dataDir, 'account.json');
  const { email: username, password } = person;
  await writeFile(account, JSON.stringify({ client_id: application.clientId, username, password }));
  const thermostat = example('node/thermostat.ts', device, platform.url);
  await thermostat.line(/^The thermostat is connected/);
  const makerFile = join(place.dataDir, 'maker.json');
  const maker = await startMaker(platform, application, person, makerFile);
  const write = async (data: unknown) => {
    const path = `/v3/channels/${channel.id}/components/thermostat/properties/${SET_POINT}/value?wait=10`;
    const body = JSON.stringify({ data });
    const headers = { 'content-type': 'application/json' };
    const response = await platform.request(path, { method: 'PUT', token: person.token, headers, body });
    return (await response.json()) as Command;
  };
  const watched = join(place.dataDir, 'watched');
  return {
    platform,
    port,
    application,
    person,
    account,
    watched,
    thermostat,
    write,
    makerFile,
    maker,
  };
}

onSqlite('the examples of the SDK', setUp, (scene) => {
  after(async () => {
    await scene().thermostat[Symbol.asyncDispose]();
    await scene().maker[Symbol.asyncDispose]();
  });

  it('runs a thermostat that carries out writes', async () => {
    const { thermostat, write } = scene();
    const { state, answer } = await write(21.5);
    assert.deepEqual([state, answer], ['done', 21.5]);
    assert.equal(thermostat.lines.length, 1, 'it prints nothing more');
  });

  it('watches a home, and resumes where it stopped', async () => {
    const { account, platform, watched, write } = scene();
    const watch = () => example('node/watch.ts', account, platform.url, watched);
    await using first = watch();
    await first.line(/^Watching/);
    await write(19);
    await first.line(/Hall, thermostat: occupied-heating-setpoint = 19$/);
    first.interrupt();
    assert.equal(await first.ended, 0);
    await write(23);
    await using second = watch();
    await second.line(/= 23$/);
  });

  it('shows a live home with working switches in a browser', async () => {
    const { platform, port, application, person, write } = scene();
    await using served = example('browser/serve.ts', String(port));
    await served.line(/^Open /);
    await using browser = await startBrowser();
    const { page, pageErrors } = await browser.open({ width: 400 });
    await page.goto(`http://127.0.0.1:${port}/`);
    const fields = { url: platform.url, clientId: application.clientId, username: person.email };
    for (const [name, value] of Object.entries({ ...fields, password: person.password }))
      await page.fill(`[name=${name}]`, value);
    await page.click('button');
    await page.locator('#state', { hasText: 'online' }).waitFor();
    await write(24);
    const tile = page.locator('#home li', { hasText: 'Hall' }).filter({ hasText: '24 °C' }).first();
    await tile.waitFor();
    const toggle = page.locator('#home button').first();
    const before = await toggle.textContent();
    await toggle.click();
    await page
      .locator('#home button')
      .filter({ hasNotText: before ?? '' })
      .first()
      .waitFor();
    // The page has another origin than the platform.
    assert.deepEqual(
      pageErrors.filter((each) => !each.startsWith(`asked ${platform.url}/`)),
      [],
    );
  });

  it('runs the cloud of a lamp maker, whose reports wait in a file', async () => {
    const { platform, person, makerFile, maker } = scene();
    const line = maker.lines.find((each) => each.startsWith('The lamp is')) ?? '';
    const [, channel = ''] = /channel (\S+)\. Ctrl-C/.exec(line) ?? [];
    const path = `/v3/channels/${channel}/components/light-bulb/properties/brightness/value`;
    const written = await platform.request(`${path}?wait=10`, {
      method: 'PUT',
      token: person.token,
      headers: { 'content-type': 'application/json' },
      body: '{"data":75}',
    });
    const { state, answer } = (await written.json()) as Command;
    assert.deepEqual([state, answer], ['done', 75]);
    maker.interrupt();
    assert.equal(await maker.ended, 0);
    assert.ok((await stat(`${makerFile}.outbox`)).isFile());
  });

  it('ends the examples on Ctrl-C', async () => {
    const { thermostat } = scene();
    thermostat.interrupt();
    assert.equal(await thermostat.ended, 0);
  });
});
