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

/** Returns the option of a field, named after it: `accessTokenLifetime` is `--access-token-lifetime`. */
function optionFor(field: string): string {
  const isOption =
    /^(name|type|namespace|email|scope|origin|redirectUri|appScheme|.*(Lifetime|Length))$/.test(field);
  const words = field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (isOption) return `--${words}`;
  return field === 'password' ? 'the password' : field;
}

const kindOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
