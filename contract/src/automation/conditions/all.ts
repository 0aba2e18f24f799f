import { Type } from 'typebox';
import { conditionOf } from '../parts.ts';
import { several } from './nested.ts';

export const AutomationAll = Type.Object(
  { ...conditionOf('all'), all: several('All of these must be true.') },
  { title: 'AutomationAll', description: 'All of several conditions.' },
);
