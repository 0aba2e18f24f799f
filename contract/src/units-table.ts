import { type Static, Type } from 'typebox';
import { operation } from './operation.ts';
import { Empty } from './text.ts';

/** Spec 2.6. */
export const UnitsTable = Type.Object(
  {
    version: Type.String(),
    unitSpec: Type.Record(
      Type.String(),
      Type.Object({
        name: Type.Object({ singular: Type.String(), plural: Type.String() }),
        prefix: Type.String(),
        suffix: Type.String(),
        decimalPlaces: Type.Integer(),
        unitSystem: Type.Optional(Type.Union([Type.Literal('metric'), Type.Literal('imperial')])),
        public: Type.Optional(Type.Boolean()),
      }),
    ),
    unitCalc: Type.Record(Type.String(), Type.Record(Type.String(), Type.String()), {
      description: 'Expressions in `x`, by source and target; `from` is a legend.',
    }),
  },
  { title: 'UnitsTable' },
);
export type UnitsTable = Static<typeof UnitsTable>;

const exampleTable = {
  version: '1.0.0',
  unitSpec: {
    celsius: {
      name: { singular: 'degree Celsius', plural: 'degrees Celsius' },
      prefix: '',
      suffix: ' °C',
      decimalPlaces: 1,
      unitSystem: 'metric',
      public: true,
    },
  },
  unitCalc: { from: { to: 'expression' }, fahrenheit: { celsius: '(x - 32) / 1.8' } },
};

const table = (id: string, path: `/${string}`, summary: string, description: string) =>
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
    reply: UnitsTable,
    status: 200,
    errors: [],
    example: { input: {}, reply: exampleTable },
  });

export const units = {
  table: table(
    'units.table',
    '/units/units_table.json',
    'The units table',
    'As the specification has it, its mistakes included, for programs that know them.',
  ),
  tableV2: table(
    'units.tableV2',
    '/units/units_table.v2.json',
    'The corrected units table',
    'The same form with exact factors, every pair both ways, and the units that the first lacks.',
  ),
};
