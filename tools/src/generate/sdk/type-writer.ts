import type { AnyOperation } from '@azulejo/contract';
import { docComment } from './doc-comment.ts';

/** The members of a JSON schema that the contract uses. */
export type JsonSchema = {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
};

/** Titles that are no good names of types. */
const RENAMED: Readonly<Record<string, string>> = { Error: 'ErrorBody', TemplateSummary: 'Template' };

/**
 * Writes schemas as TypeScript. A schema with a title becomes a type of that name, declared once; names in
 * `known` are declared elsewhere and imported.
 */
export type TypeWriter = {
  /** Returns the TypeScript type of a schema. */
  typeOf(schema: Schema, indent?: string): string;
  /** Returns the members of an object, one a line, with their descriptions. */
  membersOf(schema: JsonSchema, indent: string): string;
  /** Maps names to the declared types. */
  readonly declarations: ReadonlyMap<string, string>;
  readonly imported: ReadonlySet<string>;
};

type Schema = AnyOperation['reply'] | JsonSchema;

export function createTypeWriter(known: ReadonlySet<string> = new Set()): TypeWriter {
  const declarations = new Map<string, string>();
  const imported = new Set<string>();

  const declare = (name: string, schema: JsonSchema): void => {
    // The name is taken first, because a schema may refer to itself.
    declarations.set(name, '');
    const isInterface = schema.type === 'object' && schema.properties !== undefined;
    const type = inline(schema, '', typeOf);
    const code = isInterface ? `export interface ${name} ${type}` : `export type ${name} = ${type};`;
    declarations.set(name, `${docComment([schema.description], '')}${code}\n`);
  };

  const typeOf = (schema: Schema, indent = ''): string => {
    const json = schema as JsonSchema;
    if (json.title === undefined || json.type === undefined) return inline(json, indent, typeOf);
    const name = RENAMED[json.title] ?? json.title;
    if (known.has(name)) imported.add(name);
    else if (!declarations.has(name)) declare(name, json);
    return name;
  };

  return {
    typeOf,
    membersOf: (schema, indent) => membersOf(schema, indent, typeOf),
    declarations,
    imported,
  };
}

type TypeOf = TypeWriter['typeOf'];

/** Returns the type of a schema without regard to its title. */
function inline(schema: JsonSchema, indent: string, typeOf: TypeOf): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return union.map((each) => typeOf(each, indent)).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return arrayOf(typeOf(schema.items ?? {}, indent));
    case 'object':
      return objectOf(schema, indent, typeOf);
    default:
      return 'unknown';
  }
}

const arrayOf = (item: string) => (/[|{ ]/.test(item) ? `Array<${item}>` : `${item}[]`);

function objectOf(schema: JsonSchema, indent: string, typeOf: TypeOf): string {
  const isEmpty = Object.keys(schema.properties ?? {}).length === 0;
  if (!isEmpty) return `{\n${membersOf(schema, `${indent}  `, typeOf)}${indent}}`;
  const others = Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties;
  return `Record<string, ${typeof others === 'object' ? typeOf(others, indent) : 'unknown'}>`;
}

function membersOf({ properties = {}, required = [] }: JsonSchema, indent: string, typeOf: TypeOf): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const key = /^[\w$]+$/.test(name) ? name : JSON.stringify(name);
    const optional = required.includes(name) ? '' : '?';
    const doc = docComment([schema.description], indent);
    return `${doc}${indent}${key}${optional}: ${typeOf(schema, indent)};\n`;
  });
  return members.join('');
}
