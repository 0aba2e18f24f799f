import type { Config } from '../../config/config.ts';
import type { Db } from '../../database/index.ts';

/** The result of one check. `todo` says what to do about it. */
export type Finding = {
  check: string;
  state: 'ok' | 'warning' | 'broken';
  says: string;
  todo?: string;
};

export const ok = (check: string, says: string): Finding => ({ check, state: 'ok', says });
export const warning = (check: string, says: string, todo: string): Finding => ({
  check,
  state: 'warning',
  says,
  todo,
});
export const broken = (check: string, says: string, todo: string): Finding => ({
  check,
  state: 'broken',
  says,
  todo,
});

/** A platform whose database can be read, whether or not its server runs. */
export type Stored = { readonly config: Config; readonly db: Db; readonly now: number };
