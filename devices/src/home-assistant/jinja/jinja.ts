import { interpret } from './interpreter.ts';
import { FILTERS, FUNCTIONS, TESTS } from './names.ts';
import { checkNames, programOf } from './program.ts';

/** Returns the text that a template makes of the variables; undefined when it fails. */
export type Jinja = (variables: Readonly<Record<string, unknown>>) => string | undefined;

/** Processor time of one evaluation, and of all evaluations for one message. A usual one takes 0.02 ms. */
const MAX_EVALUATION_MS = 50;
const MAX_MESSAGE_MS = 250;

/** Thrown when the templates of a device take more time than is allowed. */
export class TemplateTooSlow extends Error {}

/** The processor time that the evaluations for the current message have taken; undefined between messages. */
let usedMs: number | undefined;

/** Runs what evaluates the templates for one message. Throws TemplateTooSlow when they take too long together. */
export function evaluateMessage<Result>(run: () => Result): Result {
  usedMs = 0;
  try {
    return run();
  } finally {
    usedMs = undefined;
  }
}

/**
 * Returns the function of a template that comes over the network. The template is interpreted, never compiled
 * to code. A single step may take long, or much memory, so only a process that may be ended calls the function
 * (decision 0126). Throws NotMapped; the function throws TemplateTooSlow.
 */
export function createJinja(source: string): Jinja {
  const program = programOf(source);
  checkNames(program, { filters: FILTERS, tests: TESTS, functions: FUNCTIONS });
  return (variables) => {
    const clock = startClock();
    try {
      const text = interpret(program, variables, clock.check);
      clock.check();
      return text.trim();
    } catch (error) {
      // A step that fails may have taken long before.
      clock.check();
      if (error instanceof TemplateTooSlow) throw error;
      return undefined;
    } finally {
      clock.stop();
    }
  };
}

const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Returns a function that throws TemplateTooSlow when too much time has passed, and one that counts it as used. */
function startClock() {
  const [began, beganProcessor] = [performance.now(), processorMs()];
  const leftMs = Math.min(MAX_EVALUATION_MS, MAX_MESSAGE_MS - (usedMs ?? 0));
  return {
    check: () => {
      // A busy machine may run this process late, so the processor time decides; reading it takes longer.
      if (performance.now() - began > leftMs && processorMs() - beganProcessor > leftMs)
        throw new TemplateTooSlow();
    },
    stop: () => {
      if (usedMs !== undefined) usedMs += processorMs() - beganProcessor;
    },
  };
}
