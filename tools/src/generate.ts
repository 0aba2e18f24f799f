import { operations } from '@azulejo/contract';
import { renderAsyncapi } from './generate/asyncapi-file.ts';
import { renderErrorsPage } from './generate/errors-page.ts';
import { findStale, writeFiles } from './generate/files.ts';
import { renderIcons } from './generate/icons.ts';
import { renderMetricsPage } from './generate/metrics-page.ts';
import { renderOpenapi } from './generate/openapi-file.ts';
import { renderSdk } from './generate/sdk/files.ts';
import { renderSettingsPage } from './generate/settings-page.ts';
import { renderTemplateSchema } from './generate/template-schema.ts';
import { renderTemplatesPage } from './generate/templates-page.ts';
import { answerHelp } from './help.ts';
import { root } from './root.ts';

answerHelp(`
Usage: node server/start.cjs tools/src/generate.ts [--check]

Writes the files that are generated from the contract and the settings.
`);

const files = [
  { path: 'docs/openapi.json', content: await renderOpenapi(operations) },
  { path: 'docs/asyncapi.json', content: await renderAsyncapi() },
  { path: 'docs/errors.md', content: renderErrorsPage() },
  { path: 'docs/metrics.md', content: renderMetricsPage() },
  { path: 'docs/settings.md', content: renderSettingsPage() },
  { path: 'docs/template.schema.json', content: renderTemplateSchema() },
  { path: 'docs/templates.md', content: await renderTemplatesPage() },
  ...renderSdk(),
  { path: 'web/src/design/icons.generated.ts', content: renderIcons('icons.generated.ts') },
  { path: 'web/src/design/page-icons.generated.ts', content: renderIcons('page-icons.generated.ts') },
  {
    path: 'web/src/home/own-icons/own-icons.generated.ts',
    content: renderIcons('own-icons.generated.ts', '../../design'),
  },
  {
    path: 'web/src/home/scenes/scene-icons.generated.ts',
    content: renderIcons('scene-icons.generated.ts', '../../design'),
  },
  {
    path: 'web/src/home/automations/templates/template-icons.generated.ts',
    content: renderIcons('template-icons.generated.ts', '../../../design'),
  },
];

const stale = await findStale(files, root);
if (process.argv.includes('--check')) {
  for (const path of stale) process.stderr.write(`${path} is stale: run npm run generate\n`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  await writeFiles(files, root);
  for (const { path } of files)
    process.stdout.write(`${path} ${stale.includes(path) ? 'written' : 'was current'}\n`);
}
