import { killAgainAndAgain } from './kill-suite.ts';

killAgainAndAgain('sqlite', 2, ['short']);
