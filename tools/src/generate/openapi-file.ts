import { type AnyOperation, openapiDocument } from '@azulejo/contract';
import { compactJson } from '../compact-json.ts';
import { contractVersion } from './contract-version.ts';

/** Returns `docs/openapi.json` for a platform on its default address, with the contract's version. */
export async function renderOpenapi(operations: readonly AnyOperation[]): Promise<string> {
  const document = openapiDocument(operations, {
    url: 'http://127.0.0.1:8480',
    version: await contractVersion(),
  });
  return `${compactJson(document)}\n`;
}
