import type { AnyOperation } from '@azulejo/contract';
import { docComment } from './doc-comment.ts';
import type { JsonSchema, TypeWriter } from './type-writer.ts';

/** Resources of which the SDK has its own methods instead, and those that only redirect a browser. */
const WITHOUT_METHODS = new Set(['auth', 'authorizations']);

/**
 * Returns the interfaces of the SDK's resources: a method for each operation, and the type of its input.
 * `prefix` begins the names of the types.
 */
export function renderResources(
  operations: readonly AnyOperation[],
  prefix: string,
  types: TypeWriter,
): string {
  const resources = new Map<string, AnyOperation[]>();
  for (const operation of operations) {
    const { resource } = nameOf(operation);
    if (WITHOUT_METHODS.has(resource)) continue;
    resources.set(resource, [...(resources.get(resource) ?? []), operation]);
  }
  const inputs = [...resources.values()].flat().map((operation) => renderInput(operation, prefix, types));
  const interfaces = [...resources].map(([resource, of]) => {
    const methods = of.map((operation) => renderMethod(operation, prefix, types)).join('');
    return `/** The operations of \`${resource}\`. */\nexport interface ${prefix}${capital(resource)}Resource {\n${methods}}\n`;
  });
  const all = [...resources.keys()]
    .map(
      (resource) =>
        `  /** The operations of \`${resource}\`. */\n  readonly ${resource}: ${prefix}${capital(resource)}Resource;\n`,
    )
    .join('');
  const name = prefix === '' ? 'Resources' : `${prefix}Resources`;
  const list = `/** All resources, by name. */\nexport interface ${name} {\n${all}}\n`;
  return [...inputs, ...interfaces, list].filter((text) => text !== '').join('\n');
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Splits an id: `tiles.list`, or `portal.users.list`. */
function nameOf({ id }: AnyOperation): { resource: string; verb: string } {
  const [resource = '', verb = ''] = id.split('.').slice(-2);
  return { resource, verb };
}

const inputName = (operation: AnyOperation, prefix: string) => {
  const { resource, verb } = nameOf(operation);
  return `${prefix}${capital(resource)}${capital(verb)}Input`;
};

/** Returns the schema of a method's input: the members of path, query and body in one object. */
function inputSchemaOf({ params, input, query, access }: AnyOperation): JsonSchema {
  const parts = [params, input, query ?? {}] as readonly JsonSchema[];
  const properties: Record<string, JsonSchema> = {};
  for (const part of parts) Object.assign(properties, part.properties);
  const required = parts.flatMap((part) => part.required ?? []);
  if ((access !== 'user-resource' && access !== 'home') || !('user_id' in properties))
    return { properties, required };
  const description = 'Id of the user; by default `me`, the signed-in user.';
  return {
    properties: { ...properties, user_id: { ...properties['user_id'], description } },
    required: required.filter((name) => name !== 'user_id'),
  };
}

const isUpload = ({ bindings: [{ input }] }: AnyOperation) => input === 'image';
const hasMembers = ({ properties = {} }: JsonSchema) => Object.keys(properties).length > 0;

function renderInput(operation: AnyOperation, prefix: string, types: TypeWriter): string {
  const schema = inputSchemaOf(operation);
  if (!hasMembers(schema)) return '';
  const { resource, verb } = nameOf(operation);
  const doc = docComment([`The input of \`${resource}.${verb}\`.`], '');
  return `${doc}export interface ${inputName(operation, prefix)} {\n${types.membersOf(schema, '  ')}}\n`;
}

const OPTIONS = '@param options `signal` aborts the call.';

function renderMethod(operation: AnyOperation, prefix: string, types: TypeWriter): string {
  const { summary, description, bindings, errors } = operation;
  const [{ method, path }] = bindings;
  const { verb } = nameOf(operation);
  const names = errors.map((error) => `\`${error}\``).join(', ');
  const { text, doc } = parametersOf(operation, prefix);
  const comment = docComment(
    [
      `${summary}. ${description}`,
      `\`${method} ${path}\``,
      ...doc,
      OPTIONS,
      names === '' ? undefined : `@throws AzulejoError, also ${names}.`,
    ],
    '  ',
  );
  return `${comment}  ${verb}(${text}options?: CallOptions): ${replyOf(operation, types)};\n`;
}

/** Returns the parameters before the options, as code and as doc tags. */
function parametersOf(operation: AnyOperation, prefix: string): { text: string; doc: string[] } {
  if (isUpload(operation)) {
    return {
      text: 'image: Blob | Uint8Array<ArrayBuffer>, type?: ImageType, ',
      doc: ['@param image The file.', '@param type Its content type, unless it is a Blob that has one.'],
    };
  }
  const schema = inputSchemaOf(operation);
  const doc = ['@param input The members of path, query and body.'];
  if (!hasMembers(schema)) return { text: 'input?: Record<string, never>, ', doc: ['@param input Nothing.'] };
  const optional = (schema.required ?? []).length === 0 ? '?' : '';
  return { text: `input${optional}: ${inputName(operation, prefix)}, `, doc };
}

function replyOf({ reply, list }: AnyOperation, types: TypeWriter): string {
  const schema = reply as JsonSchema;
  if (schema.type === 'object' && schema.title === undefined && !hasMembers(schema)) return 'Promise<void>';
  const type = types.typeOf(schema, '  ');
  const items = list && schema.properties?.[list.items]?.items;
  return items ? `List<${type}, ${types.typeOf(items, '  ')}>` : `Promise<${type}>`;
}
