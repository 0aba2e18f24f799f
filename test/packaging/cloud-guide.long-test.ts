import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { lacksPaho } from '../connections/mqtt/other-clients.ts';
import { freePorts } from '../support/free-port.ts';
import { describePastedPage } from '../support/pasted-page.ts';
import { startServerProcess } from '../support/server-process.ts';

const checkout = join(import.meta.dirname, '..', '..');
const id = '[0-9a-f-]{36}';

await describePastedPage('the guide to connecting a cloud, pasted into a shell', {
  file: 'docs/guides/bring-your-cloud.md',
  expected: [
    { words: 'template assign', prints: /^Acme makes .+\.\n$/ },
    { words: 'The user is', prints: new RegExp(`^The user is ${id}\\n$`) },
    { words: 'consent()', prints: /^Acme\n$/ },
    {
      words: 'maker.ts',
      prints: new RegExp(`^Desk lamp ${id}\\nGarden lamp ${id}\\nThe maker is connected\\.\\n$`),
    },
    { words: 'write $DESK', prints: /^\{.*"state":"done".*\}\n\{.*"state":"refused".*\}\n$/ },
    {
      words: 'maker.py',
      prints: new RegExp(`^Acme\\nThe lamp is ${id}\\n\\{.*"state":"done".*"answer":true.*\\}\\n$`),
      skip: lacksPaho,
    },
    {
      words: 'manager account set',
      prints: /^Casa Azul has an account at the maker of Acme:\n[\s\S]+secret +sealed\n[\s\S]+$/,
    },
    { words: 'webhooks.ts', prints: /^The webhooks are registered\.\n$/ },
    { words: 'Bedside lamp', prints: new RegExp(`^200\\nBedside lamp is ${id}\\n$`) },
    { words: 'rm -r', prints: /^"data":75\n$/ },
  ],
  async run(paste) {
    const dataDir = await mkdtemp(join(tmpdir(), 'azulejo-cloud-guide-'));
    try {
      const [maker, ...ports] = await freePorts(4);
      await using server = await startServerProcess({
        dataDir,
        ports,
        environment: { WEBHOOK_NETWORKS: '127.0.0.1/32' },
      });
      // Only the system's Python finds the packages of the system.
      const PATH = `${dirname(process.execPath)}:/usr/bin:/bin:${process.env['PATH']}`;
      await paste({
        cwd: checkout,
        env: { ...process.env, PATH, DATA_DIR: dataDir },
        replaced: {
          'http://127.0.0.1:8480': server.url,
          'http://127.0.0.1:8490': `http://127.0.0.1:${maker}`,
        },
      });
    } finally {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    }
  },
});
