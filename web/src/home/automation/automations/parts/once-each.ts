/** Returns each text of problems once, for the first part of the definition that has it. */
export function onceEach<Problem extends { readonly text: string }>(problems: readonly Problem[]): Problem[] {
  const first = new Map<string, Problem>();
  for (const problem of problems) if (!first.has(problem.text)) first.set(problem.text, problem);
  return [...first.values()];
}
