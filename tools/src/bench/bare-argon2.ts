/**
 * A baseline: `atOnce` concurrent loops that verify a password against its argon2id hash, and nothing else.
 */
import { verify } from '@node-rs/argon2';
import { answerWith } from './baseline.ts';

export type BareArgon2Question = { hash: string; password: string; atOnce: number; ms: number };

answerWith<BareArgon2Question, number>(async ({ hash, password, atOnce, ms }) => {
  const started = performance.now();
  let done = 0;
  const loop = async () => {
    while (performance.now() - started < ms) {
      if (!(await verify(hash, password))) throw new Error('The hash does not belong to the password.');
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  return (done * 1000) / (performance.now() - started);
});
