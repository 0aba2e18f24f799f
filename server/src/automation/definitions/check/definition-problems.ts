import { type CompiledAutomation, compile, type HomeFacts, type Problem } from '@azulejo/automations';
import {
  type AutomationDefinition,
  AutomationTrigger,
  MAX_DEFINITION_BYTES,
  MAX_WEBHOOK_BODY_BYTES,
} from '@azulejo/contract';
import { isJsonObject, type JsonObject } from '@azulejo/model';
import type { TSchema } from 'typebox';
import type { FoundProblem } from '../words/sentences.ts';
import { innerParts, invalidParts, schemas, stepsOf } from './parts.ts';

export type DefinitionContext = {
  /** Id of the automation; empty for a new one. */
  readonly id: string;
  readonly facts: HomeFacts;
  /** The other definitions of the user. */
  readonly others: readonly AutomationDefinition[];
  /** Returns why the platform would not call an address. */
  readonly refuseUrl: (url: string) => string | undefined;
};

const MAX_HOSTS = 10;

const error = (path: string, code: Problem['code'], text: string): FoundProblem => ({
  path,
  code,
  text,
  severity: 'error',
  isOfServer: true,
});

/** A definition in a home: what is wrong with it, and the automation if it compiles. */
export type JudgedDefinition = {
  readonly problems: readonly FoundProblem[];
  readonly compiled?: CompiledAutomation;
};

/** Returns everything that is wrong with a definition in a home. `definition` has the ids of its parts. */
export function judgeDefinition(
  definition: AutomationDefinition,
  context: DefinitionContext,
): JudgedDefinition {
  const malformed = formProblems(definition);
  if (malformed.length > 0) return { problems: malformed };
  const { id, facts } = context;
  const { automation, problems } = compile({ id, version: 1, isEnabled: true, definition }, facts);
  return { problems: [...problems, ...webhookProblems(definition, context)], compiled: automation };
}

/** Returns what is wrong with a definition in any home. */
function formProblems(definition: AutomationDefinition): readonly FoundProblem[] {
  if (Buffer.byteLength(JSON.stringify(definition)) > MAX_DEFINITION_BYTES)
    return [error('', 'too_many', `An automation can have ${MAX_DEFINITION_BYTES / 1024} KB at most.`)];
  const malformed = invalidParts(definition);
  if (malformed.length > 0)
    return malformed.map(({ path, kind }) => error(path, 'invalid_part', `This is not a ${kind}.`));
  return unknownMembers(definition).map((path) => error(path, 'invalid_part', 'There is no such member.'));
}

/** Returns the webhook steps of a definition. */
const webhooksOf = (definition: AutomationDefinition) =>
  stepsOf(definition).flatMap(({ step: { webhook }, path }) =>
    isJsonObject(webhook) && typeof webhook['url'] === 'string'
      ? [{ url: webhook['url'], body: webhook['body'], path: `${path}.webhook` }]
      : [],
  );

const hostOf = ({ url }: { url: string }): string[] => {
  const host = URL.parse(url)?.host;
  return host === undefined ? [] : [host];
};

function webhookProblems(
  definition: AutomationDefinition,
  { others, refuseUrl }: DefinitionContext,
): FoundProblem[] {
  const own = webhooksOf(definition);
  const hosts = new Set([...others.flatMap(webhooksOf), ...own].flatMap(hostOf));
  return own.flatMap(({ url, body, path }) => {
    const reason = refuseUrl(url);
    return [
      ...(reason === undefined ? [] : [error(`${path}.url`, 'invalid_value', `The address ${reason}.`)]),
      ...(Buffer.byteLength(JSON.stringify(body ?? null)) > MAX_WEBHOOK_BODY_BYTES
        ? [error(`${path}.body`, 'too_many', `A body can have ${MAX_WEBHOOK_BODY_BYTES / 1024} KB at most.`)]
        : []),
      ...(hosts.size > MAX_HOSTS
        ? [error(`${path}.url`, 'too_many', `Automations can call ${MAX_HOSTS} hosts at most.`)]
        : []),
    ];
  });
}

/** The parts of a JSON Schema that say which members an object has. */
type Schema = {
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};

/**
 * Returns the paths of the members that the contract does not have. Other requests ignore such members, but an
 * automation would do something other than what was written: with `before` in place of `to`, a window of time has no
 * end.
 */
function unknownMembers(definition: AutomationDefinition): readonly string[] {
  const ofTriggers = definition.when.flatMap((part, index) =>
    unknownIn(AutomationTrigger, part, `when[${index}]`),
  );
  const ofParts = innerParts(definition).flatMap(({ part, path, kind }) =>
    unknownIn(schemas[kind], part, path),
  );
  return [...new Set([...ofTriggers, ...ofParts])];
}

function unknownIn(schema: TSchema | Schema, value: unknown, path: string): string[] {
  const { anyOf, oneOf, items, properties } = schema as Schema;
  const forms = oneOf ?? anyOf;
  if (forms) {
    const meant = forms.find((form) => isJsonObject(value) && isForm(form, value));
    return meant ? unknownIn(meant, value, path) : [];
  }
  if (Array.isArray(value) && items)
    return value.flatMap((each, index) => unknownIn(items, each, `${path}[${index}]`));
  // Inner conditions and steps are open objects here, and parts of their own.
  if (!isJsonObject(value) || !properties || Object.keys(properties).length === 0) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return known ? unknownIn(known, inner, `${path}.${name}`) : [`${path}.${name}`];
  });
}

/** Returns whether a value is of a form: by its kind, or else by the members that the form requires. */
function isForm({ properties, required = [] }: Schema, value: JsonObject): boolean {
  const kind = properties?.['kind']?.const;
  return kind === undefined ? required.every((name) => name in value) : kind === value['kind'];
}
