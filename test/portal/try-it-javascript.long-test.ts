import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startBrowser } from '../support/browser.ts';
import { newApplication } from '../support/people.ts';
import { visitPortal } from '../support/portal.ts';
import { onSqlite, type Stage } from '../support/scene.ts';
import { linesOf } from '../support/try-it.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The workspaces that the SDK consists of. */
const WORKSPACES = ['sdk', 'contract', 'model', 'units'];

/** Creates a checkout as after `npm install`: the workspaces have their sources, and nothing is built. */
async function newCheckout(): Promise<AsyncDisposable & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'azulejo-checkout-'));
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@azulejo'), { recursive: true });
  for (const name of await readdir(join(ROOT, 'node_modules')))
    if (name !== '@azulejo') await symlink(join(ROOT, 'node_modules', name), join(modules, name));
  for (const name of WORKSPACES) {
    const isSource = (path: string) => !/\/(dist|node_modules)(\/|$)/.test(path.slice(ROOT.length));
    await cp(join(ROOT, name), join(folder, name), { recursive: true, filter: isSource });
    await symlink(join(folder, name), join(modules, '@azulejo', name));
  }
  await symlink(join(ROOT, 'server'), join(folder, 'server'));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

const setUp = async ({ start, use }: Stage) => {
  const platform = await start();
  return { platform, browser: use(await startBrowser()), viewer: await visitPortal(platform, 'viewer') };
};

onSqlite('the portal’s try-it in JavaScript', setUp, (scene) => {
  it('runs the example code with the command on the page in a checkout without a build', async () => {
    const { platform, browser, viewer } = scene();
    await using checkout = await newCheckout();
    const { folder } = checkout;
    const { page } = await browser.open({ enter: viewer.enter });
    const application = await newApplication(platform);
    await page.goto(`${platform.url}/portal/applications/${application.clientId}`);
    const lines = await linesOf(page, 'JavaScript');
    const text = (await page.getByRole('tabpanel', { name: 'JavaScript' }).textContent()) ?? '';
    const [, name = '', command = ''] = /Save it as (\S+) in .+ and run (node .+?mjs)\./.exec(text) ?? [];
    await writeFile(join(folder, name), lines);
    const [program = '', ...rest] = command.split(' ');
    const { stdout } = await promisify(execFile)(program, rest, { cwd: folder });
    assert.match(stdout, /^Signed in: Ana/m);
  });
});
