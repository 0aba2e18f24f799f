import type { LoopAutomation, LoopCondition, LoopHome, LoopTest } from '../types.ts';

/** Values of every kind for automations that name 0, 1 and the threshold 0.5. */
const DOMAIN = [-1, 0, 0.5, 1, 2];
/** Homes that come to rest may have some hundred events before. */
const MAX_EVENTS = 1_000;

type Values = Record<string, number>;
type Running = { automation: LoopAutomation; step: number; due: number; order: number };

const holds = (test: LoopTest, values: Values): boolean => {
  const value = values[test.property] ?? 0;
  if (test.is === 'equals') return value === test.value;
  if (test.is === 'differs') return value !== test.value;
  if (test.is === 'above') return value > test.value;
  return test.is === 'below' ? value < test.value : false;
};

const allows = (condition: LoopCondition | undefined, values: Values): boolean => {
  if (condition === undefined || condition === 'depends') return true;
  if ('test' in condition) return holds(condition.test, values);
  if ('not' in condition) return !allows(condition.not, values);
  return 'all' in condition
    ? condition.all.every((each) => allows(each, values))
    : condition.any.some((each) => allows(each, values));
};

/**
 * Searches naively for loops, written apart from the check: a home has one if it is not at rest after `MAX_EVENTS`,
 * from any values, after any value or start from outside.
 */
export function hasLoop(home: LoopHome): boolean {
  const properties = ['a', 'b', 'c'].filter((property) =>
    JSON.stringify(home.automations).includes(`"${property}"`),
  );
  const states = properties.reduce<Values[]>(
    (all, property) => all.flatMap((values) => DOMAIN.map((value) => ({ ...values, [property]: value }))),
    [{}],
  );
  return states.some(
    (values) =>
      home.automations.some((automation) => isEndless(home, values, { automation })) ||
      properties.some((property) => DOMAIN.some((value) => isEndless(home, values, { property, value }))),
  );
}

function isEndless(
  { automations, momentary }: LoopHome,
  start: Values,
  kick: { automation: LoopAutomation } | { property: string; value: number },
): boolean {
  let values = start;
  let now = 0;
  let order = 0;
  let waiting: Running[] = [];
  const events: { property: string; value: number }[] = [];

  const go = (automation: LoopAutomation, from: number) => {
    for (let step = from; step < automation.steps.length; step += 1) {
      const each = automation.steps[step];
      if (each !== undefined && 'waitMs' in each) {
        order += 1;
        waiting.push({ automation, step: step + 1, due: now + each.waitMs, order });
        return;
      }
      if (each !== undefined) events.push({ property: each.set, value: each.value as number });
    }
  };
  const begin = (automation: LoopAutomation) => {
    if (!allows(automation.onlyIf, values)) return;
    if (automation.mode === 'single' && waiting.some((each) => each.automation === automation)) return;
    if (automation.mode === 'restart') waiting = waiting.filter((each) => each.automation !== automation);
    go(automation, 0);
  };

  if ('automation' in kick) begin(kick.automation);
  else events.push(kick);
  for (let count = 0; count < MAX_EVENTS; count += 1) {
    const event = events.shift();
    if (event === undefined) {
      const first = waiting.toSorted((a, b) => a.due - b.due || a.order - b.order)[0];
      if (first === undefined) return false;
      waiting = waiting.filter((each) => each !== first);
      now = first.due;
      go(first.automation, first.step);
      continue;
    }
    const before = values;
    values = { ...values, [event.property]: event.value };
    for (const automation of automations) {
      for (const { every } of automation.triggers) {
        const [test] = every;
        if (test?.property !== event.property) continue;
        const isChange = before[event.property] !== event.value;
        const isPulse =
          test.is === 'reports' || (test.is === 'changes' && (isChange || momentary.has(event.property)));
        const counts = momentary.has(event.property) || test.retriggers === true || !holds(test, before);
        if (isPulse || (holds(test, values) && counts)) begin(automation);
      }
    }
  }
  return true;
}
