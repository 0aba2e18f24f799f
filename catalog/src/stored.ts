import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Expose } from '@azulejo/devices';

/** The members of a model that lists show. */
export interface StoredModel {
  /** Id of its template. It is stored because 4,516 hashes would make the first search late. */
  readonly id: string;
  readonly vendor: string;
  readonly model: string;
  readonly description: string;
  /** Other vendors and names under which the same device is sold. */
  readonly others: readonly (readonly [vendor: string, model: string])[];
  readonly kind: string;
  /** The name has no `.png`. */
  readonly picture: string;
  /** Whether people can add it as a virtual device. */
  readonly isOffered: boolean;
}

/** `definitions/models.json.br`: the models in the order of vendor and model. */
export interface StoredModels {
  readonly source: { readonly name: string; readonly version: string; readonly license: string };
  readonly models: readonly StoredModel[];
}

/** `definitions/exposes.json.br`: every different feature once, and the numbers of those of each model. */
export interface StoredExposes {
  readonly exposes: readonly Expose[];
  readonly ofModels: readonly (readonly number[])[];
}

const FOLDER = join(import.meta.dirname, '../definitions');
const decompress = promisify(brotliDecompress);

async function readStored<T>(name: string): Promise<T> {
  return JSON.parse((await decompress(await readFile(join(FOLDER, name)))).toString('utf8'));
}

export const readModels = (): Promise<StoredModels> => readStored('models.json.br');

export const readExposes = (): Promise<StoredExposes> => readStored('exposes.json.br');
