type Schema = Readonly<Record<string, unknown>>;
type Range = {
  readonly type: 'range';
  readonly minimum: number;
  readonly maximum: number;
  readonly step: number;
};

/** How values of a schema are entered. */
export type ValueKind =
  | { readonly type: 'boolean' | 'number' | 'text' | 'json' }
  | { readonly type: 'choice'; readonly choices: readonly unknown[] }
  | Range
  | { readonly type: 'members'; readonly members: readonly [string, Range][] };

export function kindOf(schema: Schema): ValueKind {
  const { enum: choices, type, properties } = schema;
  if (Array.isArray(choices)) return { type: 'choice', choices };
  if (type === 'boolean') return { type };
  if (type === 'string') return { type: 'text' };
  if (type === 'number' || type === 'integer') return rangeOf(schema) ?? { type: 'number' };
  const members = Object.entries((properties ?? {}) as Record<string, Schema>).map(
    ([name, member]): [string, Range | undefined] => [name, rangeOf(member)],
  );
  const isOfRanges = members.length > 0 && members.every(([, range]) => range);
  return isOfRanges ? { type: 'members', members: members as [string, Range][] } : { type: 'json' };
}

/** Returns undefined unless both limits are known. A slider has about as many positions as pixels. */
function rangeOf({ type, minimum, maximum, multipleOf }: Schema): Range | undefined {
  if (type !== 'number' && type !== 'integer') return undefined;
  if (typeof minimum !== 'number' || typeof maximum !== 'number' || maximum <= minimum) return undefined;
  const whole = type === 'integer' || maximum - minimum > 50;
  const step = typeof multipleOf === 'number' ? multipleOf : whole ? 1 : 0.1;
  return { type: 'range', minimum, maximum, step };
}
