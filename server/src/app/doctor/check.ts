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
