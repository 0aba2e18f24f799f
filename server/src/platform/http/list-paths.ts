type Schema = { readonly properties?: Readonly<Record<string, Schema>> };

/**
 * Returns the dotted paths of the members in this schema that are not objects themselves: `template.name`.
 */
export function memberPaths(schema: object): ReadonlySet<string> {
  const within = (at: Schema, path: string): string[] =>
    at.properties === undefined
      ? [path]
      : Object.entries(at.properties).flatMap(([name, member]) =>
          within(member, path === '' ? name : `${path}.${name}`),
        );
  return new Set(within(schema as Schema, ''));
}
