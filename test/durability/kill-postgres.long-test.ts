import { killAgainAndAgain } from './kill-suite.ts';

killAgainAndAgain('postgres', 6, ['a', 'b']);
