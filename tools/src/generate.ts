import { operations, portalOperations } from '@azulejo/contract';
import { renderAsyncapi } from './generate/asyncapi-file.ts';
import { renderErrorsPage } from './generate/errors-page.ts';
import { findStale, writeFiles } from './generate/files.ts';
import { renderOpenapi } from './generate/openapi-file.ts';
import { renderSdkRoutes } from './generate/sdk-routes.ts';
import { root } from './root.ts';

const files = [
  { path: 'docs/openapi.json', content: await renderOpenapi(operations) },
  { path: 'docs/asyncapi.json', content: await renderAsyncapi() },
  { path: 'docs/errors.md', content: renderErrorsPage([...operations, ...portalOperations]) },
  { path: 'sdk/src/routes.generated.ts', content: renderSdkRoutes('routes', operations) },
  { path: 'sdk/src/portal-routes.generated.ts', content: renderSdkRoutes('portalRoutes', portalOperations) },
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
