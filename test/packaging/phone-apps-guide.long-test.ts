import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { describePastedPage } from '../support/pasted-page.ts';

const checkout = join(import.meta.dirname, '..', '..');

await describePastedPage('the guide to phone apps, pasted into a shell', {
  file: 'docs/guides/phone-apps.md',
  expected: [{ words: '--app-scheme', prints: /namespace +casaazul\n.*app scheme +casaazul\n/s }],
  async run(paste) {
    const dataDir = await mkdtemp(join(tmpdir(), 'azulejo-phone-guide-'));
    try {
      const PATH = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
      await paste({ cwd: checkout, env: { ...process.env, PATH, DATA_DIR: dataDir } });
    } finally {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    }
  },
});
