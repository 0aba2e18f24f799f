import { Type } from 'typebox';
import { conditionOf } from '../parts.ts';
import { several } from './nested.ts';

export const AutomationAny = Type.Object(
  { ...conditionOf('any'), any: several('One of these must be true.') },
  { title: 'AutomationAny', description: 'One of several conditions.' },
);
