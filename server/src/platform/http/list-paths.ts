type Schema = { readonly properties?: Readonly<Record<string, Schema>> };

/** The members that elements of this schema have, dotted, where they are no objects themselves: `template.name`. */
export function memberPaths(schema: object): ReadonlySet<string> {
  const within = (at: Schema, path: string): string[] =>
    at.properties === undefined
      ? [path]
      : Object.entries(at.properties).flatMap(([name, member]) =>
          within(member, path === '' ? name : `${path}.${name}`),
        );
  return new Set(within(schema as Schema, ''));
}
