import { writeFileSync } from 'node:fs';
import { portugueseTable } from './src/portuguese.ts';
import { buildCompactTable, buildUnitsTableV2 } from './src/superset/build.ts';
import { unitsTableFileText } from './src/units-table.ts';

writeFileSync(new URL('units_table_pt.json', import.meta.url), unitsTableFileText(portugueseTable()));
writeFileSync(new URL('units_table.v2.json', import.meta.url), unitsTableFileText(buildUnitsTableV2()));
writeFileSync(
  new URL('units_table.compact.json', import.meta.url),
  `${JSON.stringify(buildCompactTable())}\n`,
);
