import type { Command } from 'commander';
import type { TemplateSummary } from '../../features/templates/index.ts';
import { readTemplates } from '../read-templates.ts';
import { onCatalogue, onPlatform } from '../run.ts';
import { list } from '../text.ts';

const HELP = `
A file holds one template or an array of them. A template that differs from the stored one becomes a new
version beside it; devices keep the version that they were made from.

Example:
  $ azulejo template import my-lamp.json`;

export function addTemplate(program: Command): void {
  const group = program
    .command('template')
    .description('Channel templates: what a device of a brand and model can do.');
  group
    .command('list')
    .description('List the newest version of every template.')
    .action(
      onCatalogue(async ({ features }) => {
        const templates = await features.templates.list();
        return { data: templates, text: listTemplates(templates, 'There are no templates.') };
      }),
    );
  group
    .command('import <file...>')
    .description('Store templates from JSON files: all of them, or none when one is wrong.')
    .addHelpText('after', HELP)
    .action(
      onPlatform(async ({ features }, files: string[]) => {
        const definitions = await Promise.all(files.map(readTemplates));
        const stored = await features.templates.import(definitions.flat(), { areTrusted: false });
        return {
          data: stored,
          text: listTemplates(stored, 'Nothing new: these templates are stored already.'),
        };
      }),
    );
}

function listTemplates(templates: readonly TemplateSummary[], none: string): string {
  const rows = templates.map(({ vendor, model, name, kind, version, id }) => [
    vendor,
    model,
    name,
    kind,
    version,
    id,
  ]);
  return list(['VENDOR', 'MODEL', 'NAME', 'KIND', 'VERSION', 'ID'], rows, none);
}
