import { isJsonObject, type JsonObject } from '@azulejo/model';
import type { ErrorObject } from 'ajv/dist/2020.js';

/** The keywords of errors that cover all branches of a union. */
export const UNION = { types: 'unionTypes', members: 'unionMembers' } as const;

/** An error, and for a union the errors of its branches. */
type Node = { readonly error: ErrorObject; readonly parts: readonly Node[] };
type Branch = { readonly path: string; readonly schema: JsonObject; readonly nodes: readonly Node[] };

const isInside = (path: string, parent: string): boolean => path === parent || path.startsWith(`${parent}/`);

/**
 * Explains the errors of unions. Ajv tries each branch and returns the errors of all of them. Returns only
 * those of the branch that the value is meant to be, or one error that names the choices. Ajv must be
 * `verbose`.
 */
export const explainUnions = (found: readonly ErrorObject[]): ErrorObject[] =>
  toNodes(found).flatMap(explain);

/** Groups errors in one pass: Ajv returns the errors of a union's branches directly before that of the union. */
function toNodes(found: readonly ErrorObject[]): Node[] {
  const nodes: Node[] = [];
  for (const error of found) {
    const isUnion = error.keyword === 'anyOf';
    const last = isUnion ? nodes.findLastIndex((node) => !isPartOf(node.error, error)) : nodes.length;
    nodes.push({ error, parts: nodes.splice(last + 1) });
  }
  return nodes;
}

const isPartOf = (error: ErrorObject, union: ErrorObject): boolean =>
  error.schemaPath.startsWith(`${union.schemaPath}/`) && isInside(error.instancePath, union.instancePath);

function explain({ error, parts }: Node): ErrorObject[] {
  if (error.keyword !== 'anyOf') return [error];
  const branches = (error.schema as JsonObject[]).map((schema, index): Branch => {
    const path = `${error.schemaPath}/${index}/`;
    return { path, schema, nodes: parts.filter((part) => part.error.schemaPath.startsWith(path)) };
  });
  const ofType = branches.filter((branch) => errorsOf(branch, 'type').length === 0);
  if (ofType.length === 0) {
    const types = [...new Set(branches.map(({ schema }) => String(schema['type'])))];
    const constants = branches.flatMap((branch) => errorsOf(branch, 'const'));
    return constants.length > 0 ? constants : [{ ...error, keyword: UNION.types, params: { types } }];
  }
  const meant = isJsonObject(error.data) ? branchesOf(error.data, ofType) : ofType;
  if (meant.length > 0) return meant.flatMap(({ nodes }) => nodes.flatMap(explain));
  const members = ofType.map(({ schema }) => ownMembers(schema, ofType)[0]);
  return [{ ...error, keyword: UNION.members, params: { members: [...new Set(members)] } }];
}

/** Returns the errors of a keyword of the branch itself, and not of its members. */
const errorsOf = ({ path, nodes }: Branch, keyword: string): ErrorObject[] =>
  nodes.map(({ error }) => error).filter(({ schemaPath }) => schemaPath === path + keyword);

/**
 * Returns the branch with the most members in the value that are of no other branch, or none if the value has no such
 * member. A branch without its own members cannot be distinguished from the others, so all are returned.
 */
function branchesOf(value: JsonObject, branches: readonly Branch[]): readonly Branch[] {
  const own = branches.map(({ schema }) => ownMembers(schema, branches));
  if (branches.length === 1 || own.some((members) => members.length === 0)) return branches;
  const counts = own.map((members) => members.filter((name) => Object.hasOwn(value, name)).length);
  const most = Math.max(...counts);
  return most === 0 ? [] : branches.slice(counts.indexOf(most), counts.indexOf(most) + 1);
}

/** Returns the members of a branch that no other branch has, required ones and others in the schema's order. */
function ownMembers(schema: JsonObject, branches: readonly Branch[]): string[] {
  const others = branches.filter((branch) => branch.schema !== schema);
  return membersOf(schema).filter((name) => !others.some((other) => membersOf(other.schema).includes(name)));
}

const membersOf = ({ properties }: JsonObject): string[] =>
  isJsonObject(properties) ? Object.keys(properties) : [];
