import { operations } from '@azulejo/contract';
import { renderAsyncapi } from './asyncapi-file.ts';
import type { GeneratedFile } from './files.ts';
import { renderOpenapi } from './openapi-file.ts';
import { renderSdk } from './sdk/files.ts';
import { renderTowns } from './towns.ts';

/** Renders the files that `prepare` writes. They are not in git, because they repeat what their sources say. */
export async function renderBuiltFiles(): Promise<GeneratedFile[]> {
  return [
    { path: 'docs/openapi.json', content: await renderOpenapi(operations) },
    { path: 'docs/asyncapi.json', content: await renderAsyncapi() },
    ...renderSdk(),
    { path: 'web/src/home/person/place/towns.generated.ts', content: renderTowns() },
  ];
}
