import { describePart } from './catalogue-cases.ts';

describePart(6);
