import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AutomationCondition, AutomationDefinition } from '@azulejo/contract';
import { addressKey } from '@azulejo/model';
import fc from 'fast-check';
import type { ValueInput } from './input.ts';
import { assertEqualToReference } from './testing/agreement.ts';
import { beginnings, decide, runsOf } from './testing/decide.ts';
import { compiled, definitionOf, door, MINUTE, motion, SECOND, temperature } from './testing/home.ts';
import { definition, definitionWithoutNot, past } from './testing/random-automations.ts';
import type { Past } from './testing/reference.ts';

const reported = (given: Past, reports: readonly (readonly [number, unknown])[]): ValueInput[] => {
  let at = given.from;
  return reports.map(([delay, data], index) => {
    at += delay;
    return { type: 'value', n: index + 1, at, ...motion, data };
  });
};

/** Writes every temperature of a definition in Fahrenheit. */
function inFahrenheit(given: AutomationDefinition): AutomationDefinition {
  const convert = (part: Record<string, unknown>): Record<string, unknown> => ({
    ...part,
    ...(typeof part['value'] === 'number' && { value: part['value'] * 1.8 + 32, unit: 'fahrenheit' }),
    ...(typeof part['leeway'] === 'number' && { leeway: part['leeway'] * 1.8 }),
  });
  const inside = (condition: AutomationCondition): AutomationCondition => {
    if (condition.kind === 'all') return { ...condition, all: condition.all.map(inside) };
    if (condition.kind === 'any') return { ...condition, any: condition.any.map(inside) };
    if (condition.kind === 'not') return { ...condition, not: inside(condition.not) };
    return convert(condition) as AutomationCondition;
  };
  return {
    ...given,
    when: given.when.map((each) => convert(each) as AutomationDefinition['when'][number]),
    ...(given.onlyIf && { onlyIf: inside(given.onlyIf) }),
  };
}

describe('the decisions of an automation', () => {
  it('begins runs exactly when the reference interpreter does', () => assertEqualToReference(500));

  it('decides the same for any division of the log, delay of the clock, and storing on the way', () => {
    const part = fc.double({ min: 0, max: 1, noNaN: true });
    const division = fc.record({
      parts: fc.array(part, { minLength: 1, maxLength: 5 }),
      stores: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
    });
    fc.assert(
      fc.property(
        fc.array(definition, { minLength: 1, maxLength: 3 }),
        past,
        division,
        (some, given, divided) => {
          const automations = some.map((each, index) => compiled(each, { id: `A${index}` }));
          assert.deepEqual(
            decide(automations, given, divided).decisions,
            decide(automations, given).decisions,
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('begins a run after "for" exactly when a stretch was not interrupted for so long', () => {
    const reports = fc.array(
      fc.tuple(
        fc.integer({ min: 1, max: 400 }).map((seconds) => seconds * SECOND),
        fc.constantFrom(true, false, true, false, null),
      ),
      { maxLength: 40 },
    );
    const automation = definitionOf({
      mode: 'parallel',
      when: [{ kind: 'property', property: motion, is: 'becomes', value: true, for: 'PT5M' }],
    });
    fc.assert(
      fc.property(past, reports, (given, some) => {
        const log = reported(given, some);
        const until = (log.at(-1)?.at ?? given.from) + 10 * MINUTE;
        const expected = log.flatMap(({ at, data }, index) => {
          if (data !== true || log[index - 1]?.data !== false) return [];
          const end = log.slice(index).find((later) => later.data !== true)?.at ?? until;
          return end - at >= 5 * MINUTE ? [at + 5 * MINUTE] : [];
        });
        assert.deepEqual(runsOf(automation, { ...given, values: [], log, until }), expected);
      }),
      { numRuns: 300 },
    );
  });

  it('begins no additional run when a property is unknown, for conditions without "not"', () => {
    let fewer = 0;
    fc.assert(
      fc.property(
        definitionWithoutNot,
        past,
        fc.constantFrom(motion, door, temperature),
        (each, given, removed) => {
          // What one run prevents by lasting or by its pause, another one could do without it.
          const { atMostEvery: _, ...rest } = each;
          const automation: AutomationDefinition = { ...rest, mode: 'parallel', then: rest.then.slice(0, 1) };
          const isKept = (value: Past['values'][number] | ValueInput) =>
            addressKey(value) !== addressKey(removed);
          // The entries are in order of time: an earlier entry after a later one would change what is kept.
          const log = given.log
            .toSorted((a, b) => a.at - b.at)
            .map((input, index) => ({ ...input, n: index + 1 }));
          const known = runsOf(automation, { ...given, log });
          const less = { ...given, values: given.values.filter(isKept), log: log.filter(isKept) };
          const unknown = runsOf(automation, less);
          assert.deepEqual(
            unknown.filter((at) => !known.includes(at)),
            [],
          );
          if (unknown.length < known.length) fewer += 1;
        },
      ),
      { numRuns: 1_000 },
    );
    // About 70 of them.
    assert.ok(fewer > 20, `${fewer} with fewer runs`);
  });

  it('decides the same in Fahrenheit and in Celsius', () => {
    fc.assert(
      fc.property(definition, past, (automation, given) => {
        // Values that are not thresholds themselves, which conversion may round.
        const log = given.log.map((each) =>
          typeof each.data === 'number' ? { ...each, data: each.data + 0.125 } : each,
        );
        assert.deepEqual(
          runsOf(inFahrenheit(automation), { ...given, log }),
          runsOf(automation, { ...given, log }),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the state of automations within its limits for any number of inputs', () => {
    const delays = fc.array(fc.integer({ min: 0, max: 2 * SECOND }), { minLength: 300, maxLength: 300 });
    fc.assert(
      fc.property(definition, past, delays, (automation, given, some) => {
        const each = {
          ...automation,
          when: [...automation.when, { kind: 'property' as const, property: motion, is: 'changes' as const }],
        };
        const log = reported(
          given,
          some.map((delay, index) => [delay, index % 2 === 0]),
        );
        const automations = ['A', 'B'].map((id) => compiled(each, { id }));
        const until = (log.at(-1)?.at ?? given.from) + MINUTE;
        const { decisions, states } = decide(automations, { ...given, log, until });
        for (const { automations: own, timers, chains } of states) {
          for (const { runs, queue } of Object.values(own)) assert.ok(runs.length + queue.length <= 10);
          assert.ok(timers.length <= 2 * (each.when.length + 20), `${timers.length} timers`);
          assert.ok(chains.length <= 1_000, `${chains.length} chains`);
        }
        const began = beginnings(decisions.filter((decision) => decision.automation === 'A'));
        for (const at of began) {
          const inMinute = began.filter((other) => at <= other && other < at + MINUTE);
          assert.ok(inMinute.length <= 120, `${inMinute.length} runs in a minute`);
        }
      }),
      { numRuns: 30 },
    );
  });
});
