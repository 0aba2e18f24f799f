import { errors, type FieldError } from '@azulejo/contract';
import { ApiError } from '../../platform/api-error.ts';
import { Refusal } from '../../platform/refusal.ts';

/** Why a command was refused or failed: one sentence, and a kind that scripts can match. */
export type Failure = { kind: string; message: string; fields: readonly FieldError[] };

/** Returns one clear sentence for whatever was thrown. */
export function explain(error: unknown): Failure {
  if (error instanceof ApiError) return explainProblem(error);
  if (error instanceof AggregateError && error.errors.length > 0) return explain(error.errors[0]);
  const message = error instanceof Error ? error.message : String(error);
  const kind = error instanceof Refusal ? 'refused' : 'failed';
  return { kind, message: message || `failed without a message (${kindOf(error)})`, fields: [] };
}

function explainProblem({ kind, detail, fields }: ApiError): Failure {
  const reasons = fields.map(({ field, reason }) => `${optionFor(field)} ${reason}`).join('; ');
  return { kind, message: reasons || (detail ?? errors[kind].text), fields };
}

/** The fields of the API that have an option. A list is an option that is repeated. */
const OPTION = /^(name|type|namespace|email|scopes|origins|redirect_uris|app_scheme|.*_(lifetime|length))$/;
const REPEATED = /^(scope|origin|redirect_uri)s$/;

/** Returns the option of a field: `access_token_lifetime` is `--access-token-lifetime`, and `scopes` is `--scope`. */
function optionFor(field: string): string {
  if (OPTION.test(field)) return `--${field.replace(REPEATED, '$1').replaceAll('_', '-')}`;
  return field === 'password' ? 'the password' : field;
}

const kindOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
