import { killAgainAndAgain } from './kill-suite.ts';

killAgainAndAgain('sqlite', 8, ['a', 'b', 'c', 'd', 'e', 'f']);
