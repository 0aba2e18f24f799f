import { killAgainAndAgain } from './kill-suite.ts';

killAgainAndAgain('sqlite', 10, 'long a');
