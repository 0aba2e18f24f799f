import { type Address, addressKey, isWritable } from '@azulejo/model';
import type { CompiledStep, Operation, SetTarget } from '../compiled.ts';
import { isEqual } from '../equality.ts';
import type { PropertyFacts } from '../facts.ts';
import { compileCondition } from './condition.ts';
import { type Compiling, durationOf, isPart, type Part, propertiesOf, storedValue } from './context.ts';

const MAX_STEPS = 50;

/**
 * Compiles all steps into one flat list, in which a run remembers only its place. `marksEnds` says whether steps that
 * end what earlier ones began are marked.
 */
export function compileSteps(
  context: Compiling,
  parts: unknown,
  path: string,
  marksEnds: boolean,
): CompiledStep[] {
  const steps: CompiledStep[] = [];
  let count = 0;

  function addAll(list: unknown, at: string, wanted: ReadonlySet<string> | undefined): void {
    if (!Array.isArray(list)) return;
    for (const [index, part] of list.slice(0, MAX_STEPS + 1).entries()) {
      count += 1;
      if (count > MAX_STEPS + 1) return;
      if (isPart(part)) addOne(part, `${at}[${index}]`, wanted);
      else context.problems.add(`${at}[${index}]`, 'invalid_part', 'This is not a step.');
    }
  }

  function addOne(part: Part, at: string, outer: ReadonlySet<string> | undefined): void {
    const id = String(part['id']);
    const wanted = triggersOf(context, part['for'], `${at}.for`) ?? outer;
    const place = steps.length;
    const push = (operation: Operation) => {
      steps.push({ id, operation, for: wanted, end: steps.length + 1 });
    };
    if (part['kind'] !== 'if') {
      // A step keeps its place in the list, which a run that has begun remembers.
      push(operationOf(context, part, at) ?? skipOf(part));
      return;
    }
    const condition = compileCondition(context, part['if'], `${at}.if`);
    push({ op: 'jump', to: 0 });
    addAll(part['then'], `${at}.then`, wanted);
    const jump = steps.length;
    push({ op: 'jump', to: 0 });
    addAll(part['else'], `${at}.else`, wanted);
    const end = steps.length;
    steps[jump] = { id, operation: { op: 'jump', to: end }, for: wanted, end };
    if (condition)
      steps[place] = { id, operation: { op: 'if', condition, orElse: jump + 1 }, for: wanted, end };
  }

  addAll(parts, path, undefined);
  if (count > MAX_STEPS) context.problems.add(path, 'too_many', `At most ${MAX_STEPS} steps.`);
  return marksEnds ? withEnds(steps) : steps;
}

/** Marks what sets a property to another value than an earlier step has set it to: off, close, stop or back. */
function withEnds(steps: readonly CompiledStep[]): CompiledStep[] {
  const begun = new Map<string, unknown[]>();
  return steps.map((step) => {
    const { operation } = step;
    if (operation.op !== 'set') return step;
    const targets = operation.targets.map((target): SetTarget => {
      const values = begun.get(target.key) ?? [];
      begun.set(target.key, [...values, target.value]);
      return { ...target, isEnd: values.some((value) => !isEqual(value, target.value)) };
    });
    return { ...step, operation: { ...operation, targets } };
  });
}

function triggersOf(
  { triggerIds, problems }: Compiling,
  wanted: unknown,
  path: string,
): Set<string> | undefined {
  if (!Array.isArray(wanted)) return undefined;
  for (const [index, id] of wanted.entries())
    if (!triggerIds.has(id)) problems.add(`${path}[${index}]`, 'unknown_trigger', 'No trigger has this id.');
  return new Set(wanted);
}

function operationOf(context: Compiling, part: Part, path: string): Operation | undefined {
  const { facts, problems } = context;
  const { kind, notify, webhook, scene, automation } = part;
  if (kind === 'set') return setOf(context, part, path);
  if (kind === 'wait') {
    const ms = durationOf(context, part['wait'], `${path}.wait`);
    return ms === undefined ? undefined : { op: 'wait', ms };
  }
  if (kind === 'wait-until') {
    const condition = compileCondition(context, part['waitUntil'], `${path}.waitUntil`);
    const atMostMs = durationOf(context, part['atMost'], `${path}.atMost`);
    if (!condition || atMostMs === undefined) return undefined;
    return { op: 'wait-until', condition, atMostMs, stops: part['else'] !== 'go-on' };
  }
  if (kind === 'notify' && isPart(notify)) return notifyOf(context, notify, path);
  if (kind === 'webhook' && isPart(webhook)) {
    const { url, body } = webhook;
    if (typeof url !== 'string' || !URL.canParse(url))
      return problems.add(`${path}.webhook.url`, 'invalid_value', 'Use a complete address, with https.');
    return { op: 'webhook', url, body: body ?? null };
  }
  if (kind === 'scene' && typeof scene === 'string') {
    if (facts.scenes.has(scene)) return { op: 'scene', scene };
    return problems.add(`${path}.scene`, 'unknown_scene', 'This scene does not exist.');
  }
  if (kind === 'automation' && typeof automation === 'string') {
    if (!facts.automations.has(automation))
      return problems.add(`${path}.automation`, 'unknown_automation', 'This automation does not exist.');
    const as = part['as'] === 'switch-on' || part['as'] === 'switch-off' ? part['as'] : 'run';
    return { op: 'automation', target: automation, as };
  }
  return problems.add(path, 'invalid_part', 'This is not a step.');
}

function skipOf(part: Part): Operation {
  const kind =
    (['set', 'scene', 'automation', 'webhook'] as const).find((name) => name === part['kind']) ?? 'notify';
  return { op: 'skip', kind, stopsOnFailure: part['else'] === 'stop' };
}

function setOf(context: Compiling, part: Part, path: string): Operation | undefined {
  const { set } = part;
  const named = isPart(set) && 'properties' in set ? set : { property: set };
  const properties = propertiesOf(context, named, `${path}.set`);
  if (!properties) return undefined;
  if (properties.isGroup && properties.of !== 'every')
    return context.problems.add(`${path}.set`, 'invalid_part', 'A step sets every property of a group.');
  const targets = properties.found
    .map((facts) => targetOf(context, part, facts, path))
    .filter((target) => target !== undefined);
  if (targets.length === 0 && properties.found.length > 0) return undefined;
  return {
    op: 'set',
    targets,
    isAlways: part['only'] === 'always',
    stopsOnFailure: part['else'] === 'stop',
  };
}

function targetOf(context: Compiling, part: Part, facts: PropertyFacts, path: string): SetTarget | undefined {
  const { channel, component, property } = facts;
  if (!isWritable(facts))
    return context.problems.add(`${path}.set`, 'not_actionable', 'The property cannot be set.');
  const value = storedValue(context, part, facts, path);
  if (value === undefined || !facts.accepts(value))
    return context.problems.add(`${path}.value`, 'invalid_value', 'The property cannot have this value.');
  const key = addressKey(facts);
  context.names.set(key, { channel, component, property });
  return { channel, component, property, key, value, isEnd: false };
}

function notifyOf(context: Compiling, notify: Part, path: string): Operation | undefined {
  const { facts, problems, names } = context;
  const { title, text, values, to } = notify;
  if (typeof text !== 'string')
    return problems.add(`${path}.notify.text`, 'invalid_value', 'Write a message.');
  const named = Object.entries(isPart(values) ? values : {}).map(([name, address]) => {
    const key = isPart(address) ? addressKey(address as unknown as Address) : '';
    const known = facts.properties.get(key);
    if (known) {
      const { channel, component, property } = known;
      names.set(key, { channel, component, property });
    } else
      problems.add(`${path}.notify.values.${name}`, 'unknown_property', 'This property no longer exists.');
    return { name, key };
  });
  const recipients = Array.isArray(to) ? to.map(String) : [facts.owner];
  return {
    op: 'notify',
    title: typeof title === 'string' ? title : null,
    text,
    values: named,
    to: recipients,
  };
}
