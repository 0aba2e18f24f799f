/** A JSON Schema as data. TypeBox schemas are such values with hidden type information. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The titled schemas of one document, by title. `refer` adds to it. */
export type Components = Map<string, JsonSchema>;

/** Returns the schema with every titled part moved to `components` and replaced by a reference to its title. */
export function refer(schema: object, components: Components): JsonSchema {
  const title = 'title' in schema ? schema.title : undefined;
  if (typeof title !== 'string') return referParts(schema, components);
  const component = referParts(schema, components);
  const known = components.get(title);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(component)) {
    throw new Error(`Two different schemas have the title ${title}`);
  }
  components.set(title, component);
  return { $ref: `#/components/schemas/${title}` };
}

function referParts(schema: object, components: Components): JsonSchema {
  const parts = Object.entries(schema).map(([keyword, value]) => [
    keyword,
    keyword === 'discriminator' ? withMapping(schema) : referKeyword(keyword, value, components),
  ]);
  return Object.fromEntries(parts) as JsonSchema;
}

type Union = {
  readonly discriminator: { readonly propertyName: string };
  readonly oneOf: readonly { readonly title?: string; readonly properties: Record<string, JsonSchema> }[];
};

/** Says which schema belongs to each value of a discriminator. Titled schemas are components. */
function withMapping(union: object): JsonSchema {
  const { discriminator, oneOf } = union as Union;
  const { propertyName } = discriminator;
  const mapping = oneOf.map(({ title, properties }) => [
    String(properties[propertyName]?.['const']),
    `#/components/schemas/${title}`,
  ]);
  return { propertyName, mapping: Object.fromEntries(mapping) };
}

/** Follows only keywords that hold schemas: `examples` or `const` may hold any data, including titles. */
function referKeyword(keyword: string, value: unknown, components: Components): unknown {
  if (keyword === 'properties' || keyword === 'patternProperties') {
    return Object.fromEntries(
      Object.entries(value as Record<string, JsonSchema>).map(([name, part]) => [
        name,
        refer(part, components),
      ]),
    );
  }
  if (keyword === 'anyOf' || keyword === 'allOf' || keyword === 'oneOf') {
    return (value as JsonSchema[]).map((part) => refer(part, components));
  }
  const holdsSchema = keyword === 'items' || keyword === 'additionalProperties';
  return holdsSchema && typeof value === 'object' ? refer(value as JsonSchema, components) : value;
}
