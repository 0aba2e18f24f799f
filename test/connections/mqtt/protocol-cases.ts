import type { Case } from './protocol-case.ts';
import { connectCases } from './protocol-cases-connect.ts';
import { handshakeCases } from './protocol-cases-handshakes.ts';
import { publishCases } from './protocol-cases-publish.ts';
import { subscribeCases } from './protocol-cases-subscribe.ts';

export const cases: readonly Case[] = [
  ...connectCases,
  ...publishCases,
  ...handshakeCases,
  ...subscribeCases,
];
