import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A baseline in its own process. It answers each message with one message. */
export type Baseline<Question, Answer> = AsyncDisposable & { ask(question: Question): Promise<Answer> };

/** Starts `bare-<name>.ts` from this folder. */
export function startBaseline<Question extends object, Answer>(name: string): Baseline<Question, Answer> {
  const child: ChildProcess = fork(join(import.meta.dirname, `bare-${name}.ts`), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return {
    async ask(question) {
      const answered = Promise.race([
        once(child, 'message'),
        once(child, 'exit').then(() => Promise.reject(new Error(`The baseline "${name}" ended.`))),
      ]);
      child.send(question);
      const [answer] = await answered;
      return answer as Answer;
    },
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
    work(question as Question).then(
      (answer) => process.send?.(answer),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        process.exit(1);
      },
    );
  });
}
