import { type CompiledAutomation, compile, type HomeFacts, type Problem } from '@azulejo/automations';
import { type AutomationDefinition, MAX_DEFINITION_BYTES } from '@azulejo/contract';
import { isJsonObject } from '@azulejo/model';
import type { FoundProblem } from '../words/sentences.ts';
import { invalidParts, stepsOf } from './parts.ts';
import { unknownMembers } from './unknown-members.ts';

export type DefinitionContext = {
  /** Id of the automation; empty for a new one. */
  readonly id: string;
  readonly facts: HomeFacts;
  /** The other definitions of the user. */
  readonly others: readonly AutomationDefinition[];
  /** Returns why the platform would not call an address. */
  readonly refuseUrl: (url: string) => string | undefined;
};

const MAX_BODY_BYTES = 16 * 1024;
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
  readonly compiled?: CompiledAutomation | undefined;
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
      ...(Buffer.byteLength(JSON.stringify(body ?? null)) > MAX_BODY_BYTES
        ? [error(`${path}.body`, 'too_many', `A body can have ${MAX_BODY_BYTES / 1024} KB at most.`)]
        : []),
      ...(hosts.size > MAX_HOSTS
        ? [error(`${path}.url`, 'too_many', `Automations can call ${MAX_HOSTS} hosts at most.`)]
        : []),
    ];
  });
}
