import type { Truth } from '../decision.ts';

/** Three-valued logic (Kleene): false decides `all`, true decides `any`, and otherwise unknown stays unknown. */
export const all = (truths: readonly Truth[]): Truth =>
  truths.includes(false) ? false : truths.length === 0 || truths.includes(null) ? null : true;

export const some = (truths: readonly Truth[]): Truth =>
  truths.includes(true) ? true : truths.length === 0 || truths.includes(null) ? null : false;

export const not = (truth: Truth): Truth => (truth === null ? null : !truth);
