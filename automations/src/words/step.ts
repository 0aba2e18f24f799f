import { type Address, addressKey } from '@azulejo/model';
import { type Piece, textOf, type Word } from './clauses.ts';
import { phraseCondition } from './condition.ts';
import { fill, joined } from './message.ts';
import type { Names } from './names.ts';
import { durationText } from './speech.ts';
import { ofGroup, ofProperty, type Subject } from './subject.ts';
import { phraseTrigger } from './trigger.ts';
import { valueText } from './value.ts';
import { isCommand, isMain, type VerbKey, verbOf } from './vocabulary.ts';
import { asList, type Given, isGiven, peopleWord, unknownPart, type Wording, word } from './wording.ts';

/** Compiling refuses fewer levels than these; this only bounds the words. */
const MAX_DEPTH = 20;

export type StepWording = Wording & {
  readonly when: readonly unknown[];
  /** The device of the step before, which `it` may mean. */
  last: string | undefined;
};

/** Phrases steps one after the other, each with its path. */
export function phraseSteps(
  steps: readonly unknown[],
  path: string,
  wording: StepWording,
  depth = 0,
): { readonly path: string; readonly pieces: readonly Piece[] }[] {
  return steps.map((step, index) => {
    const at = `${path}[${index}]`;
    return { path: at, pieces: phraseStep(step, at, wording, depth) };
  });
}

function phraseStep(step: unknown, path: string, wording: StepWording, depth: number): Piece[] {
  if (!isGiven(step) || depth > MAX_DEPTH) return unknownPart(wording, path);
  const hasTriggers = asList(step['for']).length > 0;
  // A device that is used only for some triggers must not be called `it` afterwards.
  if (hasTriggers) wording.last = undefined;
  const pieces = phraseAny(step, path, wording, depth);
  if (hasTriggers) wording.last = undefined;
  const asides = phraseAsides(step, path, wording);
  const { step: messages, joints } = wording.speech.words;
  return asides.length === 0
    ? pieces
    : fill(messages.aside, {
        step: pieces,
        asides: asides.flatMap((aside, index) => (index === 0 ? aside : [joints.aside, ...aside])),
      });
}

/** Describes the options that most steps do not have, in brackets after the step. */
function phraseAsides(step: Given, path: string, wording: StepWording): Piece[][] {
  const { step: messages } = wording.speech.words;
  const option = (message: string, member: string) =>
    fill(message, {}, { path: `${path}.${member}`, role: 'option' });
  const triggers = asList(step['for']);
  const isSet = step['kind'] === 'set';
  const { webhook } = step;
  return [
    triggers.length > 0 &&
      fill(messages.only, {
        triggers: word(phraseTriggers(triggers, wording), `${path}.for`, 'trigger'),
      }),
    isSet &&
      step['only'] === 'always' &&
      !isCommandStep(step, wording.names) &&
      option(messages.always, 'only'),
    isSet && step['else'] === 'stop' && option(messages.stopIfFailed, 'else'),
    // The panel of the address shows the data, too.
    step['kind'] === 'webhook' &&
      isGiven(webhook) &&
      (webhook['body'] ?? null) !== null && [messages.withData],
  ].filter((aside) => aside !== false);
}

/** Whether a step is a command. The editor always sends commands, so the sentence does not mention it. */
export function isCommandStep(step: unknown, names: Names): boolean {
  if (!isGiven(step) || !isGiven(step['set'])) return false;
  const { set } = step;
  const group = set['properties'];
  const property = isGiven(group)
    ? { classes: [String(group['class'])] }
    : names.property(set as unknown as Address)?.property;
  return property !== undefined && isCommand(property);
}

function phraseTriggers(ids: readonly unknown[], wording: StepWording): string {
  const { speech, when } = wording;
  const texts = ids.map((id) => {
    const index = when.findIndex((each) => isGiven(each) && each['id'] === id);
    if (index < 0) return speech.words.part;
    const { lead, pieces } = phraseTrigger(when[index], `when[${index}]`, wording);
    const text = textOf(pieces);
    return fill(speech.words.quote, { text: `${lead} ${text}`.trim() }).join('');
  });
  return speech.list(texts, 'or');
}

function phraseAny(step: Given, path: string, wording: StepWording, depth: number): Piece[] {
  const { names, speech } = wording;
  const { step: messages, gone } = speech.words;
  const { kind } = step;
  if (kind === 'set') return phraseSet(step, path, wording);
  if (kind === 'wait')
    return fill(messages.wait, { duration: durationWord(step['wait'], `${path}.wait`, wording) });
  if (kind === 'notify') return phraseNotify(step['notify'], `${path}.notify`, wording);
  if (kind === 'webhook') {
    const address = word(hostOf(step['webhook']), `${path}.webhook.url`, 'address');
    return fill(messages.webhook, { address }, { path: `${path}.webhook`, role: 'verb' });
  }
  // After this step, `it` could refer to other devices.
  wording.last = undefined;
  if (kind === 'wait-until')
    return fill(step['else'] === 'go-on' ? messages.waitUntil : messages.waitUntilStop, {
      condition: phraseCondition(step['waitUntil'], `${path}.waitUntil`, wording),
      duration: durationWord(step['atMost'], `${path}.atMost`, wording),
    });
  if (kind === 'scene') {
    const scene = word(names.scene(String(step['scene'])) ?? gone.scene, `${path}.scene`, 'scene');
    return fill(messages.scene, { scene }, { path: `${path}.scene`, role: 'verb' });
  }
  if (kind === 'automation') {
    const message =
      step['as'] === 'switch-on'
        ? messages.automationOn
        : step['as'] === 'switch-off'
          ? messages.automationOff
          : messages.automationRun;
    const automation = word(
      names.automation(String(step['automation'])) ?? gone.automation,
      `${path}.automation`,
      'automation',
    );
    return fill(message, { automation }, { path: `${path}.as`, role: 'verb' });
  }
  return kind === 'if' ? phraseIf(step, path, wording, depth) : unknownPart(wording, path);
}

const durationWord = (text: unknown, path: string, { speech }: Wording): Word =>
  word(durationText(text, speech), path, 'duration');

function phraseIf(step: Given, path: string, wording: StepWording, depth: number): Piece[] {
  const { step: messages, joints } = wording.speech.words;
  const inner = (steps: unknown, name: string): Piece[] => {
    wording.last = undefined;
    const described = phraseSteps(asList(steps), `${path}.${name}`, wording, depth + 1);
    if (described.length === 0) return [messages.nothing];
    const pieces = described.flatMap((each, index) => [
      ...(index === 0 ? [] : [joints.step]),
      ...each.pieces,
    ]);
    return described.length === 1 ? pieces : ['(', ...pieces, ')'];
  };
  const condition = phraseCondition(step['if'], `${path}.if`, wording);
  const then = inner(step['then'], 'then');
  const others = asList(step['else']);
  const pieces =
    others.length === 0
      ? fill(messages.if, { condition, then })
      : fill(messages.ifElse, { condition, then, else: inner(others, 'else') });
  wording.last = undefined;
  return joined(pieces);
}

function phraseNotify(notify: unknown, path: string, wording: Wording): Piece[] {
  if (!isGiven(notify)) return unknownPart(wording, path);
  const { names, speech } = wording;
  const values = isGiven(notify['values']) ? notify['values'] : {};
  const message = String(notify['text'] ?? '').replace(/\{\{(\w+)\}\}/g, (all, name: string) => {
    const address = Object.hasOwn(values, name) ? values[name] : undefined;
    const label = isGiven(address) ? names.property(address as never)?.property.label : undefined;
    return `[${label ?? name ?? all}]`;
  });
  // The sentence around the message has its own full stop.
  const text = message.replace(/(?<=[^.])\.$/, '');
  const { title } = notify;
  const { step } = speech.words;
  const content = typeof title === 'string' ? fill(step.titled, { title, text }).join('') : text;
  return fill(
    step.notify,
    {
      who: peopleWord(wording, notify['to'], `${path}.to`, 'and'),
      text: word(content, `${path}.text`, 'text'),
    },
    { path, role: 'verb' },
  );
}

function hostOf(webhook: unknown): string {
  const url = isGiven(webhook) ? String(webhook['url']) : '';
  return URL.canParse(url) ? new URL(url).host : '…';
}

function phraseSet(step: Given, path: string, wording: StepWording): Piece[] {
  const { set, value } = step;
  const { verbs } = wording.speech.words;
  const use = {
    isObject: true,
    namesProperty: (property: Parameters<typeof isMain>[0]) =>
      isMain(property) || verbOf(property, value) !== undefined,
  };
  const group = isGiven(set) && isGiven(set['properties']) ? set['properties'] : undefined;
  const subject = group
    ? ofGroup(group, `${path}.set.properties`, wording, use)
    : ofProperty(set, `${path}.set`, wording, use);
  const { property } = subject;
  const isButton = property?.controlInterfaces[0]?.controlInterface === 'button';
  const key: VerbKey = (property && verbOf(property, value)) ?? (isButton ? 'press' : 'set');
  const [message, withIt] = verbs[key];
  const holes = {
    device: subject.pieces,
    value: word(valueText(wording, value, step['unit'], property), `${path}.value`, 'value'),
  };
  const verb = { path: key === 'set' ? path : `${path}.value`, role: 'verb' } as const;
  const device = group || property === undefined ? undefined : deviceKey(set, subject);
  const isAgain = device !== undefined && device === wording.last;
  wording.last = device;
  const full = fill(message, holes, verb);
  return isAgain && withIt !== undefined ? fill(withIt, holes, { ...verb, spoken: textOf(full) }) : full;
}

/** Returns the same key for two steps if the sentence has the same name for their devices. */
const deviceKey = (set: unknown, { pieces }: Subject): string | undefined =>
  isGiven(set)
    ? `${addressKey({ channel: String(set['channel']), component: String(set['component']), property: '' })} ${textOf(pieces)}`
    : undefined;
