import { some } from '../compile/truths.ts';
import { groupOf } from './group.ts';

/** One of several conditions. */
export const any = groupOf('any', { any: 'either {list}' }, some);
