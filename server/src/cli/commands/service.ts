import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { explain } from '../../app/doctor/failure.ts';
import type { Features } from '../../app/features.ts';
import { Refusal } from '../../platform/refusal.ts';
import { onCatalogue, onPlatform } from '../run.ts';
import { list } from '../text.ts';

const HELP = `
A file contains one service or an array of services. A service with the id of a stored one replaces it; its
subscriptions stay. A service has id, name, kind (service or bundle), authorizationUrl, photoUrlSquared and
profiles (the devices that it includes); the API reference lists further members.

Example:
  $ azulejo service import energy-report.json`;

export function addService(program: Command): void {
  const group = program.command('service').description('Services and bundles that users can subscribe to.');
  group
    .command('list')
    .description('List all services.')
    .action(onPlatform(async ({ features }) => showServices(features)));
  group
    .command('import <file...>')
    .description('Import services from JSON files: all of them, or none if one has an error.')
    .addHelpText('after', HELP)
    .action(
      onCatalogue(async ({ features }, files: string[]) => {
        const definitions = await Promise.all(files.map(readServices));
        await features.services.import(definitions.flat());
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

async function readServices(file: string): Promise<unknown[]> {
  try {
    return [JSON.parse(await readFile(file, 'utf8')) as unknown].flat();
  } catch (error) {
    throw new Refusal(`${file}: ${explain(error).message}`, { cause: error });
  }
}

async function showServices({ services }: Features) {
  const stored = await services.list();
  const rows = stored.map(({ kind, service: { id, name, authorizationUrl } }) => [
    id,
    name,
    kind,
    authorizationUrl,
  ]);
  return {
    data: stored.map(({ kind, service }) => ({ ...service, kind })),
    text: list(['ID', 'NAME', 'KIND', 'AUTHORIZATION'], rows, 'There are no services.'),
  };
}
