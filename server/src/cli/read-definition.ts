import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { AutomationDefinition, type FieldError } from '@azulejo/contract';
import { isJsonObject } from '@azulejo/model';
import { definitionOf } from '../automation/definitions/index.ts';
import { ApiError } from '../platform/api-error.ts';
import { inputValidator } from '../platform/http/validation.ts';
import { Refusal } from '../platform/refusal.ts';

/** A definition of an automation, or what is wrong with its form, by path. */
export type ReadDefinition =
  | { readonly definition: AutomationDefinition; readonly faults?: never }
  | { readonly definition?: never; readonly faults: readonly FieldError[] };

const validate = inputValidator(AutomationDefinition);

/** Reads the definition of an automation in a JSON file. Throws a Refusal when it is no JSON object. */
export async function readDefinition(file: string): Promise<ReadDefinition> {
  if (!existsSync(file)) throw new Refusal(`file not found: ${file}`);
  const content = parse(file, await readFile(file, 'utf8'));
  try {
    validate(content, 'json');
    return { definition: definitionOf(content as AutomationDefinition) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { faults: error.fields.map(({ field, reason }) => ({ field: toPath(field), reason })) };
  }
}

function parse(file: string, text: string): Record<string, unknown> {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new Refusal(`${file}: ${(error as Error).message}`, { cause: error });
  }
  if (!isJsonObject(content)) throw new Refusal(`${file}: it must be one automation, a JSON object`);
  return content;
}

/** Returns a path as problems of definitions have it: `when.0.is` is `when[0].is`. */
const toPath = (field: string): string => field.replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]');
