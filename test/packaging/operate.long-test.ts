import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { testEngine } from '@azulejo/storage/testing';
import { freePorts } from '../support/free-port.ts';
import { describePastedPage } from '../support/pasted-page.ts';
import { createOtherAccount } from './other-account.ts';
import { pack } from './pack.ts';

const adminUrl = process.env['AZULEJO_TEST_POSTGRES'];
const postgres = testEngine('postgres', adminUrl);
const lacksPostgres = !adminUrl && 'AZULEJO_TEST_POSTGRES is not set; npm run test:long sets it';

await describePastedPage('the guide to operating, pasted by another account in an empty folder', {
  file: 'docs/operate.md',
  expected: [
    { words: 'npm install', prints: /^(.*\n)*\d+\.\d+\.\d+\n$/ },
    { words: 'cat > .env', prints: /^ok +Settings(.*\n)+.*Data directory/ },
    { words: '/healthz', prints: /^\{"status":"ok".*\}\n$/ },
    { words: 'portal-owner-link.txt', prints: /^http:\S+\/portal\/invitation#\S+\n$/ },
    { words: 'azulejo setup', prints: /^you@example\.org is the owner of the portal\.\n(.*\n)*.*token\.txt/ },
    { words: 'backup first.tar.gz.age', prints: /first\.tar\.gz\.age \(.*, encrypted\)/ },
    { words: 'rm -r drill', prints: /^ok +Database .*SQLite/m },
    { words: '--replace', prints: /Restored the backup of .*: \d+ rows\./ },
    { words: 'DATABASE_URL=', prints: /^ok +Database .*PostgreSQL/m, skip: lacksPostgres },
    { words: 'http://127.0.0.1:8480/metrics', prints: /^azulejo_mqtt_connections 0\n$/ },
  ],
  async run(paste) {
    using account = createOtherAccount();
    const folder = account.makeFolder('azulejo');
    const tarball = await pack(account.folder);
    await cp(tarball, join(folder, basename(tarball)));
    const [http = 0, mqtt = 0, mqtts = 0] = await freePorts(3);
    const { databaseUrl = '' } = lacksPostgres ? {} : await postgres.newPlace();
    await paste({
      cwd: folder,
      uid: account.uid,
      env: {
        ...account.environment,
        NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'],
        HTTP_PORT: String(http),
        MQTT_PORT: String(mqtt),
        MQTTS_PORT: String(mqtts),
      },
      replaced: {
        'http://127.0.0.1:8480': `http://127.0.0.1:${http}`,
        'postgres://azulejo:secret@localhost/azulejo': databaseUrl,
      },
    });
  },
});
postgres.removeAfterSuite();
