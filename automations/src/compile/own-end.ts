import { type Compiling, isPart } from './context.ts';

/** Warns of a step that switches the automation itself off, and so ends the run, before other steps. */
export function warnOfOwnEnd(context: Compiling, id: string, steps: unknown): void {
  look(steps, 'then', false);

  function look(list: unknown, path: string, goesOn: boolean): void {
    if (!Array.isArray(list)) return;
    for (const [index, step] of list.entries()) {
      if (!isPart(step)) continue;
      const isFollowed = goesOn || index < list.length - 1;
      const at = `${path}[${index}]`;
      if (step['automation'] === id && step['as'] === 'switch-off' && isFollowed)
        context.problems.add(at, 'ends_itself', 'This ends the run before its other steps.', 'warning');
      for (const branch of ['then', 'else']) look(step[branch], `${at}.${branch}`, isFollowed);
    }
  }
}
