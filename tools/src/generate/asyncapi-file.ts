import { asyncapiDocument } from '@azulejo/contract';
import { compactJson } from '../compact-json.ts';
import { contractVersion } from './contract-version.ts';

/** Returns `docs/asyncapi.json` for a platform on its default addresses, with the contract's version. */
export async function renderAsyncapi(): Promise<string> {
  const document = asyncapiDocument({
    url: 'http://127.0.0.1:8480',
    version: await contractVersion(),
    mqtt: ['mqtts://127.0.0.1:8883', 'mqtt://127.0.0.1:1883'],
  });
  return `${compactJson(document)}\n`;
}
