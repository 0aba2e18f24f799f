import { killAgainAndAgain } from './kill-suite.ts';

killAgainAndAgain('postgres', 10, 'long');
