import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { run } from '../../packaging/install.ts';
import { packSdk } from '../../packaging/pack.ts';
import { startBrowser } from '../../support/browser.ts';
import { newApplication } from '../../support/people.ts';
import { visitPortal } from '../../support/portal.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { linesOf } from '../../support/try-it.ts';

/** The commands and the name of the file on the page. */
const STEPS = /\((npm install \S+\.tgz); .+ Save this as (\S+) there, and run (node \S+?mjs)\./;

/** Creates a folder that has nothing but the package of the SDK. */
async function newFolder(): Promise<AsyncDisposable & { folder: string; version: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'azulejo-try-it-'));
  await packSdk(folder);
  const [, version = ''] = /^azulejo-sdk-(.+)\.tgz$/.exec((await readdir(folder)).join()) ?? [];
  return { folder, version, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

const setUp = async ({ start, use }: Stage) => {
  const platform = await start();
  return { platform, browser: use(await startBrowser()), viewer: await visitPortal(platform, 'viewer') };
};

onSqlite('the portal’s try-it in JavaScript', setUp, (scene) => {
  it('runs the example code with the commands on the page in a folder with the package of the SDK', async () => {
    const { platform, browser, viewer } = scene();
    await using place = await newFolder();
    const { folder, version } = place;
    const { page } = await browser.open({ enter: viewer.enter });
    const application = await newApplication(platform);
    await page.goto(`${platform.url}/portal/applications/${application.clientId}`);
    const lines = await linesOf(page, 'JavaScript');
    const text = (await page.getByRole('tabpanel', { name: 'JavaScript' }).textContent()) ?? '';
    const [, install = '', name = '', command = ''] = STEPS.exec(text) ?? [];
    const runCommand = async (words: string, ...flags: readonly string[]) => {
      const [program = '', ...rest] = words.split(' ');
      return run(folder, program, ...rest, ...flags);
    };
    await runCommand(install.replace('VERSION', version), '--prefer-offline', '--no-audit', '--no-fund');
    await writeFile(join(folder, name), lines);
    assert.match(await runCommand(command), /^Signed in: Ana/m);
  });
});
