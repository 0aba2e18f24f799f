import { type Static, type TSchema, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty } from '../text.ts';

const unitSpec = {
  name: Type.Object(
    {
      singular: Type.String({ description: 'For one.' }),
      plural: Type.String({ description: 'For any other number.' }),
    },
    { description: 'Name of the unit, for people.' },
  ),
  prefix: Type.String({ description: 'Text before the number.' }),
  suffix: Type.String({ description: 'Text after the number, with its space.' }),
  decimalPlaces: Type.Integer({ description: 'Decimals that are shown.' }),
  unitSystem: Type.Optional(
    Type.Union([Type.Literal('metric'), Type.Literal('imperial')], {
      description: 'The system that has the unit; both without it.',
    }),
  ),
  public: Type.Optional(Type.Boolean({ description: 'Whether people can choose the unit.' })),
};

const unitCalc = Type.Record(Type.String(), Type.Record(Type.String(), Type.String()), {
  description: 'Expressions in `x`, by source and target unit; `from` is a legend.',
});

/** The units table of spec 2.6. */
export const UnitsTable = Type.Object(
  {
    version: Type.String({ description: 'Version of the table.' }),
    unitSpec: Type.Record(Type.String(), Type.Object(unitSpec), { description: 'The units by key.' }),
    unitCalc,
  },
  { title: 'UnitsTable' },
);
export type UnitsTable = Static<typeof UnitsTable>;

/** The units table with additional members: quantities, sources and aliases. */
export const UnitsTableV2 = Type.Object(
  {
    version: Type.String({ description: 'Version of the table.' }),
    unitSpec: Type.Record(
      Type.String(),
      Type.Object({
        ...unitSpec,
        quantity: Type.Optional(
          Type.String({
            description: 'The measured quantity; units of the same quantity convert to each other.',
          }),
        ),
        source: Type.Optional(Type.String({ description: 'Where its size is defined.' })),
      }),
      { description: 'The units by key.' },
    ),
    unitCalc,
    aliases: Type.Record(Type.String(), Type.String(), {
      description: 'Maps other spellings of units, e.g. `°C`, to their keys.',
    }),
  },
  { title: 'UnitsTableV2' },
);
export type UnitsTableV2 = Static<typeof UnitsTableV2>;

const exampleUnit = {
  name: { singular: 'degree Celsius', plural: 'degrees Celsius' },
  prefix: '',
  suffix: ' °C',
  decimalPlaces: 1,
  unitSystem: 'metric' as const,
  public: true,
};

const exampleTable = {
  version: '1.0.0',
  unitSpec: { celsius: exampleUnit },
  unitCalc: { from: { to: 'expression' }, fahrenheit: { celsius: '(x - 32) / 1.8' } },
};

const examplePortuguese = {
  ...exampleTable,
  unitSpec: { celsius: { ...exampleUnit, name: { singular: 'grau Celsius', plural: 'graus Celsius' } } },
};

const exampleTableV2 = {
  ...exampleTable,
  version: '2.0',
  unitSpec: { celsius: { ...exampleUnit, quantity: 'temperature', source: 'SI Brochure' } },
  aliases: { '°C': 'celsius' },
};

const table = <const Reply extends TSchema>(
  id: string,
  path: `/${string}`,
  reply: Reply,
  example: Static<Reply>,
  summary: string,
  description: string,
) =>
  operation({
    id,
    summary,
    description,
    spec: '4.9',
    origin: 'cdn',
    access: 'public',
    bindings: [{ method: 'GET', path, input: 'query' }],
    params: Empty,
    input: Empty,
    reply,
    status: 200,
    errors: ['precondition_failed'],
    example: { input: {}, reply: example },
  });

export const units = {
  table: table(
    'units.table',
    '/units/units_table.json',
    UnitsTable,
    exampleTable,
    'Get the units table',
    'Exactly as in the specification, including its mistakes, for programs that rely on them.',
  ),
  tablePt: table(
    'units.tablePt',
    '/units/units_table_pt.json',
    UnitsTable,
    examplePortuguese,
    'Get the units table with Portuguese names',
    'Keys, suffixes and conversions are the same as in the English table. A known app needs it to sign in on Portuguese phones.',
  ),
  tableV2: table(
    'units.tableV2',
    '/units/units_table.v2.json',
    UnitsTableV2,
    exampleTableV2,
    'Get the corrected units table',
    'The same format with exact factors, every conversion in both directions, and the units that the first table lacks.',
  ),
};
