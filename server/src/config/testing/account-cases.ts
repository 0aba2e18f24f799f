import { type Case, limit } from './setting-kinds.ts';

/** The settings of people's accounts. */
export const accountCases: Readonly<Record<string, Case>> = {
  CONFIRM_EMAIL: {
    of: (config) => config.confirmsEmail,
    default: false,
    good: { '1': true, '0': false },
    bad: ['2', 'yes'],
  },
  DELETE_ACCOUNT_AFTER_DAYS: {
    of: (config) => config.deleteAccountAfterDays,
    default: 7,
    good: { '0': 0, '365': 365 },
    bad: ['-1', '366', '1.5', 'never'],
  },
  SIGN_INS_PER_USER: limit((config) => config.shares.signIns.perUser, 200),
  SIGN_INS_PER_CLIENT: limit((config) => config.shares.signIns.perClient, 1_000),
};
