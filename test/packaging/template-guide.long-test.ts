import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { describePastedPage } from '../support/pasted-page.ts';
import { startServerProcess } from '../support/server-process.ts';

const checkout = join(import.meta.dirname, '..', '..');

await describePastedPage('the guide to a template of one’s own, pasted into a shell', {
  file: 'docs/guides/own-template.md',
  expected: [
    { words: 'cat > $FOLDER/plug.json', prints: /^Olaria P1 is valid: 2 properties, 1 tile\n$/ },
    {
      words: 'mistake.json',
      prints: /mistake\.json: properties\.1\.schema is not a known schema: powr; did you mean power\?\n$/,
    },
    { words: 'template show', prints: /Olaria plug +plug +1 .*on-off +On\/off +on-off +rws +plug/s },
    { words: 'device create', prints: /"tiles":\[\{.*"label":"Kettle".*\}\]\}\n$/ },
    { words: '{"data": 1850}', prints: /^\{"data":1850,"timestamp":.*\}\n$/ },
    { words: '{"data": "much"}', prints: /"data".*must be number/s },
    { words: 'plug-2.json', prints: /Olaria plug +plug +2 / },
  ],
  async run(paste) {
    const dataDir = await mkdtemp(join(tmpdir(), 'azulejo-template-guide-'));
    try {
      await using server = await startServerProcess({ dataDir });
      await paste({
        cwd: checkout,
        env: {
          ...process.env,
          PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
          DATA_DIR: dataDir,
        },
        replaced: {
          'npx azulejo': 'npm run -s azulejo --',
          'http://127.0.0.1:8480': server.url,
          '$(mktemp -d)': dataDir,
        },
      });
    } finally {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    }
  },
});
