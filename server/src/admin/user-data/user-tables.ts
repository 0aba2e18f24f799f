import { keyWithin, type PersonalData, type TableName, tables } from '../../database/index.ts';

export type UserTable = PersonalData & { readonly name: TableName; readonly order: readonly string[] };

/** The tables with data about users, as their definitions say. */
export const userTables: readonly UserTable[] = (Object.keys(tables) as TableName[]).flatMap((name) => {
  const { personalData } = tables[name];
  return personalData === 'none'
    ? []
    : [{ order: keyWithin(name, personalData.column), ...personalData, name }];
});
