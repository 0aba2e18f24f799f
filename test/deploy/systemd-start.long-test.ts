import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '../support/free-port.ts';
import { lacksSystemd, type Machine, startMachine } from './systemd.ts';

const PREPARED_MS = 300_000;
const STARTED_MS = 60_000;
const POLL_MS = 100;
const AZULEJO = '/opt/azulejo/node_modules/.bin/azulejo';

/** An installation: the options of `install-service`, the account and the data directory. */
type Place = {
  readonly title: string;
  readonly options: string;
  readonly account: string;
  readonly data: string;
};

const places: readonly Place[] = [
  { title: 'with its own account', options: '', account: 'azulejo', data: '/var/lib/azulejo' },
  {
    title: 'with the data, settings and account of a person',
    options: '--user owner --data /home/owner/azulejo/data --settings /home/owner/azulejo/.env',
    account: 'owner',
    data: '/home/owner/azulejo/data',
  },
];

describe('the unit of install-service, started by systemd', { skip: lacksSystemd() }, () => {
  let machine: Machine;
  let url = '';
  const untilReady = async () => {
    const deadline = Date.now() + STARTED_MS / 2;
    while (!(await isReady(url))) {
      if (Date.now() > deadline) assert.fail(await machine.sh('cat /run/azulejo.log'));
      await pause(POLL_MS);
    }
  };
  before(
    async () => {
      machine = await startMachine();
      const [http = 0, mqtt = 0, mqtts = 0] = await freePorts(3);
      url = `http://127.0.0.1:${http}`;
      const settings = `DEMO=1\\nHTTP_PORT=${http}\\nMQTT_PORT=${mqtt}\\nMQTTS_PORT=${mqtts}\\n`;
      await machine.sh(`printf '${settings}' > /etc/azulejo.env
        useradd --create-home owner
        install -d -o owner /home/owner/azulejo
        install -o owner -m 600 /etc/azulejo.env /home/owner/azulejo/.env
        mkdir -p /etc/systemd/system/azulejo.service.d
        printf '[Service]\\nStandardOutput=append:/run/azulejo.log\\nStandardError=inherit\\n' \\
          > /etc/systemd/system/azulejo.service.d/log.conf`);
    },
    { timeout: PREPARED_MS },
  );
  after(() => machine?.[Symbol.asyncDispose]());

  for (const { title, account, options, data } of places)
    describe(title, () => {
      const show = async (property: string) =>
        (await machine.sh(`systemctl show --value -p ${property} azulejo`)).trim();
      const asAccount = (command: string) =>
        machine.sh(`cd ${data} && setpriv --reuid ${account} --clear-groups ${command}`);
      before(
        async () => {
          const printed = await machine.sh(`PATH="/opt/azulejo:$PATH" ${AZULEJO} install-service ${options}`);
          const steps = printed
            .split('\n')
            .filter((line) => line.startsWith('  ') && !/journalctl/.test(line));
          await machine.sh(steps.join('\n'));
          await untilReady();
        },
        { timeout: STARTED_MS },
      );
      after(() => machine?.sh('systemctl disable --now azulejo'));

      it('serves as its account, and writes its data', { timeout: STARTED_MS }, async () => {
        assert.equal(await show('ActiveState'), 'active');
        assert.equal(await machine.sh(`stat -c %U ${data}/azulejo.sqlite`), `${account}\n`);
        const file = await machine.sh(`cat ${data}/demo-credentials.txt`);
        const secret = (name: string) => new RegExp(`^ *${name} +(\\S+)$`, 'm').exec(file)?.[1] ?? '';
        const form = {
          response_type: 'password',
          scope: 'application,user',
          client_id: secret('client_id'),
          username: secret('username'),
          password: secret('password'),
        };
        // Passwords are checked by compiled code in other threads.
        const signedIn = await fetch(`${url}/v3/auth/authorize`, {
          method: 'POST',
          body: new URLSearchParams(form),
        });
        assert.equal(signedIn.status, 200, await signedIn.clone().text());
      });

      it('is restarted after a crash', { timeout: STARTED_MS }, async () => {
        await machine.sh('systemctl kill --signal=KILL azulejo');
        while ((await show('NRestarts')) === '0') await pause(POLL_MS);
        await untilReady();
      });

      it('stops gracefully, and leaves shared memory of its account alone', {
        timeout: STARTED_MS,
      }, async () => {
        await asAccount('ipcmk -M 4096');
        await machine.sh('systemctl stop azulejo');
        assert.deepEqual([await show('Result'), await show('ExecMainStatus')], ['success', '0']);
        assert.match(await machine.sh('ipcs -m'), new RegExp(`\\b${account}\\b.*\\b4096\\b`));
      });
    });
});

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
