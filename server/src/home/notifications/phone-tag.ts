import { hash } from 'node:crypto';

/**
 * Returns the tag under which phone apps register at a notification hub; it does not reveal the user's id.
 */
export const phoneTagOf = (userId: string): string => `u-${hash('sha256', userId).slice(0, 20)}`;
