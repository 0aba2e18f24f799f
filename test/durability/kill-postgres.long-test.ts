import { isFullRun } from '../support/full-run.ts';
import { killAgainAndAgain } from './kill-suite.ts';

killAgainAndAgain('postgres', 6, isFullRun ? ['a', 'b'] : ['b']);
