import { killAgainAndAgain } from './kill-suite.ts';

killAgainAndAgain('sqlite', 8, 'long d');
