import { readFile } from 'node:fs/promises';
import type { AnyOperation } from '@azulejo/contract';
import type * as OpenApi from '../../../contract/src/openapi.ts';
import { root } from '../root.ts';

/** `docs/openapi.json`: the document of a platform on its default address, in the version of the contract. */
export async function renderOpenapi(operations: readonly AnyOperation[]): Promise<string> {
  const { openapiDocument }: typeof OpenApi = await import(`${root}contract/src/openapi.ts`);
  const { version } = JSON.parse(await readFile(`${root}contract/package.json`, 'utf8')) as {
    version: string;
  };
  const document = openapiDocument(operations, { url: 'http://127.0.0.1:8480', version });
  return `${JSON.stringify(document, null, 2)}\n`;
}
