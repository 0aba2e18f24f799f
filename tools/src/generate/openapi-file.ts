import { readFile } from 'node:fs/promises';
import { type AnyOperation, openapiDocument } from '@azulejo/contract';
import { root } from '../root.ts';

/** `docs/openapi.json`: the document of a platform on its default address, in the version of the contract. */
export async function renderOpenapi(operations: readonly AnyOperation[]): Promise<string> {
  const { version } = JSON.parse(await readFile(`${root}contract/package.json`, 'utf8')) as {
    version: string;
  };
  const document = openapiDocument(operations, { url: 'http://127.0.0.1:8480', version });
  return `${JSON.stringify(document, null, 2)}\n`;
}
