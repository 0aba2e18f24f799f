import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Timed } from './processor-time.ts';

/** A baseline in its own process. It answers each message with one message. */
export type Baseline<Question, Answer> = AsyncDisposable &
  Timed & { ask(question: Question): Promise<Answer> };

/** The question about processor time, which every baseline answers. */
const CPU = 'cpu';

/** Starts `bare-<name>.ts` from this folder. */
export function startBaseline<Question extends object, Answer>(name: string): Baseline<Question, Answer> {
  const child: ChildProcess = fork(join(import.meta.dirname, `bare-${name}.ts`), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`The baseline "${name}" ended.`)));
  // Whoever asks learns of it; an end while nobody asks is no error.
  ended.catch(() => undefined);
  const ask = async (question: Question | typeof CPU): Promise<unknown> => {
    const answered = Promise.race([once(child, 'message'), ended]);
    child.send(question);
    const [answer] = await answered;
    return answer;
  };
  return {
    ask: async (question) => (await ask(question)) as Answer,
    cpuMs: async () => (await ask(CPU)) as number,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Handles messages in the baseline's process. An error ends the process. */
export function answerWith<Question, Answer>(work: (question: Question) => Promise<Answer>): void {
  process.on('message', (question) => {
    if (question === CPU) {
      const { user, system } = process.cpuUsage();
      process.send?.((user + system) / 1000);
      return;
    }
    work(question as Question).then(
      (answer) => process.send?.(answer),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        process.exit(1);
      },
    );
  });
}
