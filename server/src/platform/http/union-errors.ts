import { isJsonObject, type JsonObject } from '@azulejo/model';
import type { ErrorObject } from 'ajv/dist/2020.js';

/** The keywords of errors that cover all branches of a union. */
export const UNION = { types: 'unionTypes', members: 'unionMembers' } as const;

type Branch = { readonly path: string; readonly schema: JsonObject; readonly errors: readonly ErrorObject[] };

const isInside = (path: string, parent: string): boolean => path === parent || path.startsWith(`${parent}/`);

/**
 * Explains the errors of unions. Ajv tries each branch and returns the errors of all of them. Returns only
 * those of the branch that the value is meant to be, or one error that names the choices. Ajv must be
 * `verbose`.
 */
export function explainUnions(found: readonly ErrorObject[]): ErrorObject[] {
  // The outermost union is the one whose error no other union contains.
  const unions = found.filter(({ keyword }) => keyword === 'anyOf');
  const isPartOf = (error: ErrorObject, union: ErrorObject): boolean =>
    error !== union &&
    error.schemaPath.startsWith(`${union.schemaPath}/`) &&
    isInside(error.instancePath, union.instancePath);
  const outermost = unions.filter((union) => !unions.some((other) => isPartOf(union, other)));
  const others = found.filter(
    (error) => !outermost.some((union) => error === union || isPartOf(error, union)),
  );
  const explained = outermost.flatMap((union) =>
    explain(
      union,
      found.filter((error) => isPartOf(error, union)),
    ),
  );
  return [...others, ...explained];
}

function explain(union: ErrorObject, errors: readonly ErrorObject[]): ErrorObject[] {
  const branches = (union.schema as JsonObject[]).map((schema, index): Branch => {
    const path = `${union.schemaPath}/${index}/`;
    return { path, schema, errors: errors.filter(({ schemaPath }) => schemaPath.startsWith(path)) };
  });
  const ofType = branches.filter((branch) => errorsOf(branch, 'type').length === 0);
  if (ofType.length === 0) {
    const types = [...new Set(branches.map(({ schema }) => String(schema['type'])))];
    const constants = branches.flatMap((branch) => errorsOf(branch, 'const'));
    return constants.length > 0 ? constants : [{ ...union, keyword: UNION.types, params: { types } }];
  }
  const meant = isJsonObject(union.data) ? branchesOf(union.data, ofType) : ofType;
  if (meant.length > 0) return explainUnions(meant.flatMap((branch) => branch.errors));
  const members = ofType.map(({ schema }) => ownMembers(schema, ofType)[0]);
  return [{ ...union, keyword: UNION.members, params: { members: [...new Set(members)] } }];
}

/** Returns the errors of a keyword of the branch itself, and not of its members. */
const errorsOf = ({ path, errors }: Branch, keyword: string): readonly ErrorObject[] =>
  errors.filter(({ schemaPath }) => schemaPath === path + keyword);

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
