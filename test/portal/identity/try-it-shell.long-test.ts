import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { it } from 'node:test';
import { startBrowser } from '../../support/browser.ts';
import { type Application, newApplication, newPerson } from '../../support/people.ts';
import { visitPortal } from '../../support/portal.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { type Language, languages, linesOf, runLines } from '../../support/try-it.ts';

/** A lamp with one component. */
const LAMP = '25f85b52-885c-5108-a9d2-c7fce0ad00ca';
const hasPython = spawnSync('python3', ['--version']).status === 0;
const spoken = (Object.keys(languages) as Language[]).filter((each) => each !== 'Python' || hasPython);

async function setUp({ start, use }: Stage) {
  const platform = await start();
  const viewer = await visitPortal(platform, 'viewer');
  const browser = use(await startBrowser());
  const { page, pageErrors } = await browser.open({ enter: viewer.enter });
  /** Returns the example code in each language, as a visitor reads it on the page of the application. */
  const linesFor = async ({ clientId }: Application): Promise<[Language, string][]> => {
    await page.goto(`${platform.url}/portal/applications/${clientId}`);
    await page.getByRole('tab', { name: 'curl' }).waitFor();
    const lines: [Language, string][] = [];
    for (const language of spoken) lines.push([language, await linesOf(page, language)]);
    return lines;
  };
  return { platform, linesFor, pageErrors };
}

onSqlite('the portal’s try-it commands', setUp, (scene) => {
  it("signs a user up, reads the tiles and switches a lamp by an app's example code", async () => {
    const { platform, linesFor } = scene();
    const { features } = platform.server;
    for (const language of spoken) {
      const application = await newApplication(platform);
      const lines = new Map(await linesFor(application)).get(language) ?? '';
      await runLines(language, lines);
      const { found } = await features.users.search({ clientId: application.clientId, limit: 1 });
      const user = found[0]?.user;
      assert.ok(user, language);
      const { channel } = await features.homes.addDevice({ userId: user.id, templateId: LAMP });
      const output = await runLines(language, lines);
      assert.match(output, language === 'curl' ? /"state":"done"/ : /Switched on: done/, language);
      const address = { channelId: channel.id, componentId: 'light-bulb', propertyId: 'status' };
      assert.equal((await features.values.find(address))?.data, true, language);
    }
  });

  it("creates a channel and reports a value by a manager's example code", async () => {
    const { platform, linesFor } = scene();
    const manager = await newApplication(platform, { type: 'manager' });
    await platform.server.features.makers.assign(LAMP, manager.clientId);
    for (const [language, lines] of await linesFor(manager)) {
      assert.ok(!lines.includes(manager.secret));
      await assert.rejects(runLines(language, lines), language);
      await runLines(language, lines, { CLIENT_SECRET: manager.secret });
    }
    const channels = await platform.server.db.read
      .selectFrom('channels')
      .select('id')
      .where('creator_id', '=', manager.clientId)
      .execute();
    assert.equal(channels.length, 1, 'the same remote_key is the same channel');
    const address = { channelId: channels[0]?.id ?? '', componentId: 'light-bulb', propertyId: 'status' };
    const value = await platform.server.features.values.find(address);
    assert.deepEqual([value?.data, value?.sender], [true, manager.clientId]);
  });

  it("reads a user of a linked application by a distributor's example code", async () => {
    const { platform, linesFor, pageErrors } = scene();
    const distributor = await newApplication(platform, { type: 'distributor' });
    const mobile = await newApplication(platform);
    const person = await newPerson(platform, mobile, 'Ana Marques');
    await platform.server.features.applications.link(distributor.clientId, mobile.clientId);
    await platform.server.features.homes.addDevice({ userId: person.id, templateId: LAMP, name: 'Hall' });
    for (const [language, lines] of await linesFor(distributor)) {
      const output = await runLines(language, lines, { CLIENT_SECRET: distributor.secret });
      assert.match(output, /Ana Marques[\s\S]*Hall/, language);
    }
    assert.deepEqual(pageErrors, []);
  });
});
