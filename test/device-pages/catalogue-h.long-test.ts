import { describePart } from './catalogue-cases.ts';

describePart(7);
