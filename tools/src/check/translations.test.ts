import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { root } from '../root.ts';
import { runStep } from './step.ts';

const lingui = 'node_modules/@lingui/cli/dist/lingui.js';

/** Runs a check of Lingui on a copy of the server's catalogues, with the one of a language changed. */
describe('the check of the server’s texts', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(root, 'server', 'languages-check-'));
    cpSync(join(root, 'server', 'lingui.config.ts'), join(folder, 'lingui.config.ts'));
    for (const name of ['src', 'device-page', 'rule-editor'])
      symlinkSync(join(root, 'server', name), join(folder, name));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const check = async (what: readonly string[], change: (german: string) => string) => {
    cpSync(join(root, 'server', 'languages'), join(folder, 'languages'), { recursive: true });
    const german = join(folder, 'languages', 'de.po');
    writeFileSync(german, change(readFileSync(german, 'utf8')));
    const config = join(folder, 'lingui.config.ts');
    return runStep({ name: 'texts', command: ['node', lingui, 'check', ...what, '--config', config] }, root);
  };

  it('passes when every text has a translation', async () => {
    assert.equal((await check(['missing'], (german) => german)).passed, true);
  });

  it('fails for a text without a translation', async () => {
    const { passed, output } = await check(['missing'], (german) =>
      german.replace('msgstr "Küche"', 'msgstr ""'),
    );
    assert.equal(passed, false);
    assert.match(output, /1 missing translation/);
  });

  it('fails for a translation of a text that no page has', async () => {
    const unused = 'msgid "Nowhere"\nmsgstr "Nirgends"\n';
    assert.equal((await check(['sync', '--clean'], (german) => `${german}\n${unused}`)).passed, false);
  });
});
