import { operations, portalOperations } from '@azulejo/contract';
import { renderErrorsPage } from './errors-page.ts';
import type { GeneratedFile } from './files.ts';
import { renderIcons } from './icons.ts';
import { renderMetricsPage } from './metrics-page.ts';
import { renderOperations } from './operations-snapshot.ts';
import { renderSettingsPage } from './settings-page.ts';
import { renderTemplateSchema } from './template-schema.ts';
import { renderTemplatesPage } from './templates-page.ts';

/** Renders the generated files that are in git, so that they can be read and reviewed there. */
export async function renderCommittedFiles(): Promise<GeneratedFile[]> {
  return [
    { path: 'contract/operations.txt', content: renderOperations([...operations, ...portalOperations]) },
    { path: 'docs/errors.md', content: renderErrorsPage() },
    { path: 'docs/metrics.md', content: await renderMetricsPage() },
    { path: 'docs/settings.md', content: renderSettingsPage() },
    { path: 'docs/template.schema.json', content: renderTemplateSchema() },
    { path: 'docs/templates.md', content: await renderTemplatesPage() },
    { path: 'web/src/design/icons.generated.ts', content: renderIcons('icons.generated.ts') },
    { path: 'web/src/design/page-icons.generated.ts', content: renderIcons('page-icons.generated.ts') },
    {
      path: 'web/src/home/devices/own-icons/own-icons.generated.ts',
      content: renderIcons('own-icons.generated.ts', '../../../design'),
    },
    {
      path: 'web/src/home/automation/scenes/scene-icons.generated.ts',
      content: renderIcons('scene-icons.generated.ts', '../../../design'),
    },
    {
      path: 'web/src/home/automation/automations/templates/template-icons.generated.ts',
      content: renderIcons('template-icons.generated.ts', '../../../../design'),
    },
  ];
}
