import { all as areAll } from '../compile/truths.ts';
import { groupOf } from './group.ts';

/** All of several conditions. */
export const all = groupOf('all', { all: '{list}' }, areAll);
