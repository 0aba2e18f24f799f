import { isFullRun } from '../support/full-run.ts';
import { killAgainAndAgain } from './kill-suite.ts';

killAgainAndAgain('sqlite', 8, isFullRun ? ['a', 'b', 'c', 'd', 'e', 'f'] : ['a']);
