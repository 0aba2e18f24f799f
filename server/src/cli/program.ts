import { Command } from 'commander';
import { version } from '../app/version.ts';
import { addApplication } from './commands/application.ts';
import { addBackup } from './commands/backup.ts';
import { addCertificate } from './commands/certificate.ts';
import { addChannel } from './commands/channel.ts';
import { addDemo } from './commands/demo.ts';
import { addDevice } from './commands/device.ts';
import { addDoctor } from './commands/doctor.ts';
import { addMigrate } from './commands/migrate.ts';
import { addOutbox } from './commands/outbox.ts';
import { addPortal } from './commands/portal.ts';
import { addService } from './commands/service.ts';
import { addSimulate } from './commands/simulate.ts';
import { addSurvey } from './commands/survey.ts';
import { addTemplate } from './commands/template.ts';
import { addUser } from './commands/user.ts';
import { addValue } from './commands/value.ts';

const HELP = `
Commands can run while the server runs; it picks up every change immediately. They read the server's
settings from the environment and from .env in the current folder.

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.

Examples:
  $ azulejo application create --type mobile --name "Casa Azul"
  $ azulejo user create --application demo --email rui@example.org --name "Rui Costa"
  $ azulejo template list --json
  $ azulejo doctor`;

/** Creates the whole command line. Parsing throws a CommanderError for wrong usage, after printing it. */
export function createProgram({ isJson }: { isJson: boolean }): Command {
  const program = new Command('azulejo')
    .description('Operates an Azulejo platform: applications, users, templates, devices, backups.')
    .version(version)
    .option('--json', 'print results as JSON to stdout and errors as JSON to stderr')
    .option('--data-dir <folder>', 'the data directory (default: DATA_DIR, or ./data)')
    .option('--database-url <url>', 'PostgreSQL (default: DATABASE_URL, or SQLite in the data directory)')
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput(isJson ? { writeErr: () => undefined } : {})
    .addHelpText('after', HELP);
  for (const add of [
    addApplication,
    addUser,
    addPortal,
    addTemplate,
    addDevice,
    addChannel,
    addService,
    addSimulate,
    addValue,
    addDemo,
    addOutbox,
    addSurvey,
    addCertificate,
    addBackup,
    addMigrate,
    addDoctor,
  ]) {
    add(program);
  }
  return program;
}
