import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Features } from '../../app/features.ts';
import { Refusal } from '../../platform/refusal.ts';
import { onCatalogue, onPlatform } from '../run.ts';
import { list } from '../text.ts';

const HELP = `
A file contains one service or an array of services. A service with the id of a stored one replaces it; its
subscriptions stay. A service has id, name, kind (service or bundle), authorizationUrl, photoUrlSquared and
profiles (the devices that it includes); the API reference lists further members.

With --application, that application sets the page on which users authorize the services (\`activation_uri\`);
authorizationUrl is used until it does. APP is a client_id or namespace. Services imported again without it stay
with their application; --no-application ends that. The public manager SDK needs UUIDs as ids of services.

Examples:
  $ azulejo service import energy-report.json
  $ azulejo service import energy-report.json --application casa-azul`;

type ImportOptions = { application?: string | boolean };

export function addService(program: Command): void {
  const group = program.command('service').description('Services and bundles that users can subscribe to.');
  group
    .command('list')
    .description('List all services.')
    .action(onPlatform(async ({ features }) => showServices(features)));
  group
    .command('import <file...>')
    .description('Import services from JSON files: all of them, or none if one has an error.')
    .option('--application <app>', 'the application that activates them')
    .option('--no-application', 'no application activates them from now on')
    .addHelpText('after', HELP)
    .action(
      onCatalogue(async ({ features }, files: string[], { application }: ImportOptions) => {
        const definitions = await Promise.all(files.map(readServices));
        await features.services.import(definitions.flat(), { application: ownerOf(application) });
        return showServices(features);
      }),
    );
  group
    .command('remove <service>')
    .description('Remove a service and all subscriptions to it.')
    .action(
      onPlatform(async ({ features }, id: string) => {
        await features.services.remove(id);
        return { data: { id }, text: `The service ${id} was removed.` };
      }),
    );
}

/** Returns the owner. Commander sets an option to true when only its negation exists and was not given. */
function ownerOf(application: string | boolean | undefined): string | null | undefined {
  if (application === false) return null;
  return typeof application === 'string' ? application : undefined;
}

async function readServices(file: string): Promise<unknown[]> {
  try {
    return [JSON.parse(await readFile(file, 'utf8')) as unknown].flat();
  } catch (error) {
    throw new Refusal(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

async function showServices({ services }: Features) {
  const stored = await services.list();
  const rows = stored.map(
    ({ kind, service: { id, name, authorizationUrl }, applicationId, activationUri }) => [
      id,
      name,
      kind,
      applicationId ?? '-',
      activationUri ?? authorizationUrl,
    ],
  );
  return {
    data: stored.map(({ kind, service, applicationId, activationUri }) => ({
      ...service,
      kind,
      application: applicationId,
      activation_uri: activationUri,
    })),
    text: list(['ID', 'NAME', 'KIND', 'APPLICATION', 'AUTHORIZATION'], rows, 'There are no services.'),
  };
}
