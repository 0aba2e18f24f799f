import { runCommand } from './run-command.ts';
import { stopInOrder } from './signals.ts';

// `azulejo user list | head` closes the pipe early, which is not a failure unless the command says so.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  const isWhole = error.code === 'EPIPE' && !process.exitCode;
  if (!isWhole) process.stderr.write(`error: stdout ended before the output: ${error.message}\n`);
  process.exit(isWhole ? 0 : 1);
});
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  // The process ends through `exit`, where temporary folders are removed.
  process.once(signal, () => {
    if (!stopInOrder()) process.exit(code);
  });
}

await runCommand();
