import { Command } from 'commander';
import { installation } from '../config/installation.ts';
import { addApplication } from './commands/application.ts';
import { addAudit } from './commands/audit.ts';
import { addAutomation } from './commands/automation.ts';
import { addBackup } from './commands/backup.ts';
import { addBridge } from './commands/bridge.ts';
import { addCertificate } from './commands/certificate.ts';
import { addChannel } from './commands/channel.ts';
import { addDemo } from './commands/demo.ts';
import { addDevice } from './commands/device.ts';
import { addDoctor } from './commands/doctor.ts';
import { addInstallService } from './commands/install-service.ts';
import { addKeys } from './commands/keys.ts';
import { addLogin } from './commands/login.ts';
import { addManager } from './commands/manager.ts';
import { addMigrate } from './commands/migrate.ts';
import { addOutbox } from './commands/outbox.ts';
import { addPortal } from './commands/portal.ts';
import { addRestore } from './commands/restore.ts';
import { addServers } from './commands/servers.ts';
import { addService } from './commands/service.ts';
import { addSettings } from './commands/settings.ts';
import { addSetup } from './commands/setup.ts';
import { addSimulate } from './commands/simulate.ts';
import { addStart } from './commands/start.ts';
import { addSurvey } from './commands/survey.ts';
import { addTemplate } from './commands/template.ts';
import { addUser } from './commands/user.ts';
import { addValue } from './commands/value.ts';
import { remoteCommandList, separateRemote } from './remote/commands.ts';

const HELP = `
Commands can run while the server runs, which picks up every change immediately. Only restore, and commands of a
newer release that changes the tables, need a stopped server. Commands read the server's settings from the
environment and from .env in the current folder.

With --url, these commands work with a server on another machine, through its portal, with an access token of your
account there:
${remoteCommandList()}
AZULEJO_URL and AZULEJO_TOKEN have the same effect, and \`azulejo login\` saves both.

Exit codes: 0 done, 1 refused or failed, 2 wrong usage or a command that runs only on the machine of the server.

Examples:
  $ azulejo application create --type mobile --name "Casa Azul"
  $ azulejo user create --application azulejo-home --email rui@example.org --name "Rui Costa"
  $ azulejo template list --json
  $ azulejo doctor
  $ azulejo user list --url https://home.example --token-file token.txt`;

/** Creates the whole command line. Parsing throws a CommanderError for wrong usage, after printing it. */
export function createProgram({ isJson }: { isJson: boolean }): Command {
  const program = new Command('azulejo')
    .description('Operates an Azulejo platform: applications, users, templates, devices, backups.')
    .version(installation.version)
    .option('--json', 'print results as JSON to stdout and errors as JSON to stderr')
    .option('--data-dir <folder>', 'the data directory (default: DATA_DIR, or ./data)')
    .option('--database-url <url>', 'PostgreSQL (default: DATABASE_URL, or SQLite in the data directory)')
    .option('--url <url>', 'a server on another machine (default: AZULEJO_URL, or the profile in use)')
    .option('--token-file <file>', 'file with the access token for --url (default: AZULEJO_TOKEN)')
    .option(
      '--token <token>',
      'the access token itself; prefer --token-file or AZULEJO_TOKEN, because others can read it in the process list and in the shell history',
    )
    .option('--ca <file>', 'CA certificate to trust (PEM), if the server has its own')
    .option('--insecure', 'allow --url with http, which sends the token without encryption')
    .option('--local', 'work on this machine, whatever AZULEJO_URL and the profile in use say')
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput(isJson ? { writeErr: () => undefined } : {})
    .addHelpText('after', HELP);
  for (const add of [
    addStart,
    addSetup,
    addApplication,
    addUser,
    addPortal,
    addTemplate,
    addDevice,
    addManager,
    addBridge,
    addChannel,
    addService,
    addSimulate,
    addValue,
    addAutomation,
    addDemo,
    addOutbox,
    addSurvey,
    addServers,
    addAudit,
    addCertificate,
    addBackup,
    addKeys,
    addSettings,
    addRestore,
    addMigrate,
    addDoctor,
    addInstallService,
    addLogin,
  ]) {
    add(program);
  }
  separateRemote(program);
  return program;
}
