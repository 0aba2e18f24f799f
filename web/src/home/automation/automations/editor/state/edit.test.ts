import type { AutomationDefinition } from '@azulejo/contract';
import { describe, expect, it } from 'vitest';
import { type EditAction, isDirty, lastChange, MAX_UNDO } from '../../../../../design/edits.ts';
import { type Edit, reduceEdit, startEdit } from './edit.ts';
import {
  addElse,
  addPart,
  addSibling,
  addStepAfter,
  duplicatePart,
  joinOf,
  movePart,
  negatePart,
  newDefinition,
  removePart,
  replacePart,
  withJoin,
} from './parts.ts';
import { clauseOf, partPathOf, valueAt, withValueAt } from './path.ts';

const dark = { kind: 'sun', id: 'c1', sun: 'down' } as const;
const night = { kind: 'time' as const, id: 'c2', time: { from: '22:00', to: '06:00' } };
const light: AutomationDefinition = {
  label: 'Hall light',
  when: [{ kind: 'time', id: 't1', time: { at: '07:00' } }],
  onlyIf: { kind: 'all', id: 'c3', all: [dark, night] },
  then: [
    { kind: 'wait', id: 's1', wait: 'PT1M' },
    { kind: 'wait', id: 's2', wait: 'PT2M' },
  ],
};

describe('paths in an automation', () => {
  it.each([
    ['when[0].time.at', 'when[0]'],
    ['onlyIf.all[1].time.from', 'onlyIf.all[1]'],
    ['onlyIf.sun', 'onlyIf'],
    ['onlyIf.not.any[2].property', 'onlyIf.not.any[2]'],
    ['then[2].then[0].wait', 'then[2].then[0]'],
    ['then[1].waitUntil.sun', 'then[1].waitUntil'],
    ['then[0].set', 'then[0]'],
    ['mode', ''],
  ])('the path %s belongs to the part %s', (path, part) => {
    expect(partPathOf(path)).toBe(part);
  });

  it('changes one member at a path and leaves the others as they are', () => {
    const changed = withValueAt(light, 'onlyIf.all[1].time.to', '05:00');
    expect(valueAt(changed, 'onlyIf.all[1].time')).toEqual({ from: '22:00', to: '05:00' });
    expect(changed.when).toBe(light.when);
    expect(withValueAt(light, 'onlyIf.all[1].time.to', undefined).onlyIf).toEqual({
      kind: 'all',
      id: 'c3',
      all: [dark, { kind: 'time', id: 'c2', time: { from: '22:00' } }],
    });
  });
});

describe('parts of an automation', () => {
  it('replaces a part that was still to be chosen', () => {
    const first = addPart(newDefinition('New'), 'when', { kind: 'interval', every: 'PT1H' });
    expect(first.path).toBe('when[0]');
    const second = addPart(first.definition, 'when', { kind: 'webhook', webhook: true });
    expect(second.path).toBe('when[1]');
    expect(second.definition.when).toEqual([
      { kind: 'interval', every: 'PT1H' },
      { kind: 'webhook', webhook: true },
    ]);
  });

  it('joins several conditions', () => {
    const one = addPart({ ...newDefinition('New') }, 'onlyIf', dark);
    expect([one.path, joinOf(one.definition, one.path)]).toEqual(['onlyIf', undefined]);
    const two = addPart(one.definition, 'onlyIf', night);
    expect(two.path).toBe('onlyIf.all[1]');
    const either = withJoin(two.definition, two.path, 'any');
    expect([either.definition.onlyIf, either.path]).toEqual([
      { kind: 'any', any: [dark, night] },
      'onlyIf.any[1]',
    ]);
    expect(addPart(either.definition, 'onlyIf', { kind: 'sun', sun: 'up' }).path).toBe('onlyIf.any[2]');
    const nested = addSibling(two.definition, two.path, 'any', { kind: 'sun', sun: 'up' });
    expect(nested.definition.onlyIf).toEqual({
      kind: 'all',
      all: [dark, { kind: 'any', any: [night, { kind: 'sun', sun: 'up' }] }],
    });
    expect(joinOf(nested.definition, nested.path)).toBe('any');
  });

  it('puts parts within a step into its condition or into its lists', () => {
    const decided = addPart(light, 'then', {
      kind: 'if',
      if: dark,
      then: [{ kind: 'scene', scene: 'S' }],
    }).definition;
    const also = addSibling(decided, 'then[2].if', 'all', night);
    expect([also.path, clauseOf(also.path)]).toEqual(['then[2].if.all[1]', 'onlyIf']);
    const other = addElse(decided, 'then[2]');
    const second = addStepAfter(other.definition, 'then[2].then[0]');
    expect(second.definition.then[2]).toEqual({
      kind: 'if',
      if: dark,
      then: [{ kind: 'scene', scene: 'S' }, {}],
      else: [{}],
    });
    expect([second.path, clauseOf(second.path)]).toEqual(['then[2].then[1]', 'then']);
    expect(movePart(decided, 'then[2].if', -1)?.path).toBe('then[1]');
    expect(addStepAfter(decided, 'then[2].if').path).toBe('then[3]');
  });

  it('leaves a word to choose when the last part is removed', () => {
    expect(removePart(light, 'when[0]').when).toEqual([{}]);
    expect(removePart(light, 'then[0]').then).toEqual([{ kind: 'wait', id: 's2', wait: 'PT2M' }]);
    const one = removePart(light, 'onlyIf.all[0]');
    expect(one.onlyIf).toEqual({ kind: 'all', id: 'c3', all: [night] });
    expect(removePart(one, 'onlyIf.all[0]').onlyIf).toBeUndefined();
    expect(removePart({ ...light, onlyIf: { kind: 'not', not: dark } }, 'onlyIf.not').onlyIf).toBeUndefined();
  });

  it('moves parts within their list only', () => {
    const moved = movePart(light, 'then[0]', 1);
    expect(moved?.path).toBe('then[1]');
    expect(moved?.definition.then.map(({ id }) => id)).toEqual(['s2', 's1']);
    expect(movePart(light, 'then[1]', 1)).toBeUndefined();
    expect(movePart({ ...light, onlyIf: dark }, 'onlyIf', 1)).toBeUndefined();
  });

  it('duplicates parts without their ids', () => {
    const copied = duplicatePart({ ...light, onlyIf: { kind: 'not', id: 'c3', not: dark } }, 'onlyIf');
    expect(copied.definition.onlyIf).toEqual({
      kind: 'all',
      all: [
        { kind: 'not', id: 'c3', not: dark },
        { kind: 'not', not: { kind: 'sun', sun: 'down' } },
      ],
    });
    expect(duplicatePart(light, 'then[0]').definition.then[1]).toEqual({ kind: 'wait', wait: 'PT1M' });
  });

  it('negates a part and removes the negation', () => {
    const denied = negatePart(light, 'onlyIf.all[0]');
    expect(denied.path).toBe('onlyIf.all[0].not');
    expect(negatePart(denied.definition, denied.path).definition).toEqual(light);
  });

  it('keeps the id of a part when another one takes its place', () => {
    expect(replacePart(light, 'then[0]', { kind: 'scene', scene: 'S' }).then[0]).toEqual({
      kind: 'scene',
      id: 's1',
      scene: 'S',
    });
  });
});

describe('edits of an automation', () => {
  type Action = EditAction<AutomationDefinition>;
  const run = (...actions: readonly Action[]): Edit => actions.reduce(reduceEdit, startEdit(light));
  const wait = (minutes: number): Action => ({
    type: 'change',
    value: withValueAt(light, 'then[0].wait', `PT${minutes}M`),
    text: `Wait ${minutes}`,
  });
  const waits = ({ value }: Edit) => valueAt(value, 'then[0].wait');

  it('undoes and redoes an edit, with the words of the change', () => {
    const edit = run(wait(2), wait(3));
    expect([waits(edit), lastChange(edit), isDirty(edit)]).toEqual(['PT3M', 'Wait 3', true]);
    const undone = reduceEdit(edit, { type: 'undo' });
    expect([waits(undone), lastChange(undone)]).toEqual(['PT2M', 'Wait 2']);
    const redone = reduceEdit(undone, { type: 'redo' });
    expect([waits(redone), lastChange(redone)]).toEqual(['PT3M', 'Wait 3']);
  });

  it('has no changes any more when everything is undone', () => {
    const edit = run(wait(2), { type: 'undo' }, { type: 'undo' });
    expect([isDirty(edit), lastChange(edit)]).toEqual([false, undefined]);
  });

  it('forgets undone edits when something else is changed', () => {
    expect(run(wait(2), { type: 'undo' }, wait(4), { type: 'redo' }).value.then[0]).toEqual({
      kind: 'wait',
      id: 's1',
      wait: 'PT4M',
    });
  });

  it('undoes the changes of one panel together', () => {
    const typed = [wait(2), wait(3)].map((each) => ({ ...each, series: 1 }) as Action);
    const edit = run(...typed);
    expect([waits(edit), edit.past.length]).toEqual(['PT3M', 1]);
    expect(waits(reduceEdit(edit, { type: 'undo' }))).toBe('PT1M');
  });

  it('leaves out changes that change nothing', () => {
    expect(lastChange(run(wait(1)))).toBeUndefined();
  });

  it('forgets the oldest edits', () => {
    const edit = run(...Array.from({ length: MAX_UNDO + 5 }, (_, index) => wait(index + 2)));
    expect(edit.past).toHaveLength(MAX_UNDO);
    expect(edit.past[0]?.text).toBe('Wait 7');
  });

  it('gives an id to each part', () => {
    const { definition } = addPart(light, 'then', { kind: 'scene', scene: 'S' });
    expect(
      reduceEdit(startEdit(light), { type: 'change', value: definition, text: '' }).value.then[2],
    ).toEqual({
      kind: 'scene',
      id: 's3',
      scene: 'S',
    });
  });
});
