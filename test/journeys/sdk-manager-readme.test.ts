import assert from 'node:assert/strict';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { marked } from 'marked';
import { setUpMaker } from '../support/manager-scene.ts';
import { startProgram } from '../support/programs.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const checkout = join(import.meta.dirname, '..', '..');

/** Returns the program of the README's section about managers. */
async function managerProgram(): Promise<string> {
  const tokens = marked.lexer(await readFile(join(checkout, 'sdk/README.md'), 'utf8'));
  const programs = tokens.flatMap((token) => (token.type === 'code' ? [String(token['text'])] : []));
  return programs.find((text) => text.includes("'@azulejo/sdk/manager'")) ?? '';
}

const setUp = async (stage: Stage) => ({ place: stage.place, ...(await setUpMaker(stage)) });

onSqlite('the README of the SDK', setUp, (scene) => {
  it('has a program for managers that reports a value and ends', async () => {
    const { platform, credentials, manager, place } = scene();
    const folder = place.dataDir;
    const text = (await managerProgram())
      .replaceAll('http://127.0.0.1:8480', platform.url)
      .replace("clientId: '…'", `clientId: '${credentials.clientId}'`)
      .replace("clientSecret: '…'", `clientSecret: '${credentials.secret}'`)
      .replace("'outbox.jsonl'", `'${join(folder, 'outbox.jsonl')}'`);
    await symlink(join(checkout, 'node_modules'), join(folder, 'node_modules'));
    const file = join(folder, 'maker.mts');
    await writeFile(file, `${text}\nconsole.log('ended');\n`);
    const flags = ['--conditions=azulejo-source', '--disable-warning=ExperimentalWarning'];
    await using program = startProgram(process.execPath, [...flags, file]);
    await program.line(/^ended$/);
    assert.equal(await program.ended, 0);
    const { elements } = await manager.channels.list({ 'channel.remote_key': 'acme-4711' });
    assert.equal(elements.length, 1);
    const value = { component_id: 'light-bulb', property_id: 'brightness' };
    const { data } = await manager.values.get({ channel_id: elements[0]?.channel.id ?? '', ...value });
    assert.equal(data, 40);
  });
});
