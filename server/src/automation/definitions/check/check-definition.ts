import {
  type CompiledAutomation,
  judgePresent,
  type KnownValue,
  type LoopPart,
  type Present,
  type Problem,
  withPartIds,
} from '@azulejo/automations';
import { type AutomationCheck, type AutomationDefinition, toTimestamp } from '@azulejo/contract';
import { addressKey, toWireAddress } from '@azulejo/model';
import type { Db } from '../../../database/index.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { mapInTurns, ownTurn } from '../../../platform/short-turns.ts';
import { prepareAt, toStoredValue } from '../../../telemetry/values/index.ts';
import type { CompiledHome, JudgedAutomation } from '../homes.ts';
import type { LoopSearch } from '../loops/find-loop-in-thread.ts';
import type { Sentences } from '../words/sentences.ts';
import { type DefinitionContext, judgeDefinition } from './definition-problems.ts';
import { findOwnLoop, NEW_AUTOMATION, type OwnLoop } from './find-own-loop.ts';
import { stepsOf } from './parts.ts';
import type { UnknownRecipients } from './unknown-recipients.ts';

type Dependencies = {
  db: Db;
  clock: Pick<Clock, 'now'>;
  searchLoops: LoopSearch['find'];
  refuseUrl: DefinitionContext['refuseUrl'];
  unknownRecipients: UnknownRecipients;
};

type Given = {
  readonly definition: AutomationDefinition;
  /** Id of the automation that the definition would replace. */
  readonly id: string | undefined;
  readonly sentences: Sentences;
};

export type CheckDefinition = ReturnType<typeof createCheckDefinition>;

/** Returns a function that judges an automation at the present values of the home. */
function createPresent({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) {
  const valuesAt = prepareAt(db);
  return async (home: CompiledHome, automation: CompiledAutomation): Promise<Present> => {
    const rows = await valuesAt(
      [...automation.names.values()].map(({ channel, component, property }) => ({
        channelId: channel,
        componentId: component,
        propertyId: property,
      })),
    );
    const values = Object.fromEntries(
      rows.map((row): [string, KnownValue] => {
        const { data, timestamp, changed, ...address } = toStoredValue(row);
        const key = addressKey(toWireAddress(address));
        return [key, { value: data, since: changed, reported: timestamp }];
      }),
    );
    return judgePresent(automation, { values, at: clock.now(), calendar: home.home.calendar });
  };
}

/** Returns a function that checks a definition before it is saved. */
export function createCheckDefinition({
  db,
  clock,
  searchLoops,
  refuseUrl,
  unknownRecipients,
}: Dependencies) {
  const presentOf = createPresent({ db, clock });

  return async (home: CompiledHome, given: Given): Promise<AutomationCheck> => {
    const { id, sentences } = given;
    if (id !== undefined && !home.automations.some((each) => each.id === id)) throw new ApiError('not_found');
    const { enabled: _enabled, ...rest } = given.definition;
    const definition = withPartIds(rest);
    const others = home.automations.filter((each) => each.id !== id);
    await ownTurn();
    const { problems: found, compiled } = judgeDefinition(definition, {
      id: id ?? NEW_AUTOMATION,
      facts: home.facts,
      others: others.map((each) => each.definition),
      refuseUrl,
    });
    const problems = [...found, ...(await unknownRecipients(home.facts.owner, definition))];
    const runnable = problems.every(({ severity }) => severity !== 'error') ? compiled : undefined;
    const loop: OwnLoop = runnable
      ? await findOwnLoop(searchLoops, home, { id, definition })
      : { kind: 'none' };
    const present = runnable && (await presentOf(home, runnable));
    await ownTurn();
    return {
      problems: [
        ...[...problems, ...ignoredReports(present, definition)].map((each) => ({
          path: each.path,
          code: each.code,
          text: sentences.problem(each),
          severity: each.severity,
        })),
        ...(loop.kind === 'none' ? [] : [loopProblem(loop, id, sentences)]),
      ].slice(0, MAX_PROBLEMS),
      sentence: sentences.sentence(definition),
      ...(loop.kind === 'loop' && {
        loop: loop.story.map((part) => toWirePart(part, id, home, definition, sentences)),
      }),
      also_set_by: runnable ? await alsoSetBy(runnable, definition, others) : [],
      ...toWirePresent(present, definition),
    };
  };
}

const pathIn = ({ when }: AutomationDefinition, trigger: string): string =>
  `when[${when.findIndex(({ id }) => id === trigger)}]`;

/** Warns of triggers that start nothing when a device reports again what it reported. */
const ignoredReports = (present: Present | undefined, definition: AutomationDefinition): Problem[] =>
  (present?.ignoresReports ?? []).map((trigger) => ({
    path: pathIn(definition, trigger),
    code: 'ignores_reports',
    text: 'The device reports this again while it lasts.',
    severity: 'warning',
  }));

function toWirePresent(
  present: Present | undefined,
  definition: AutomationDefinition,
): Pick<AutomationCheck, 'already_true' | 'conditions' | 'next'> {
  const pathOf = (trigger: string) => pathIn(definition, trigger);
  return {
    already_true: (present?.alreadyTrue ?? []).map(({ trigger, value }) => ({
      path: pathOf(trigger),
      value: value ?? null,
    })),
    conditions: (present?.conditions ?? []).map(({ id: condition, is, value }) => ({
      id: condition,
      is,
      ...(value !== undefined && { value }),
    })),
    next: (present?.next ?? []).map(({ trigger, at }) => ({
      path: pathOf(trigger),
      at: toTimestamp(at),
    })),
  };
}

const MAX_PROBLEMS = 100;

const loopProblem = (
  loop: Exclude<OwnLoop, { kind: 'none' }>,
  own: string | undefined,
  sentences: Sentences,
): AutomationCheck['problems'][number] => ({
  path: 'then',
  code: 'loop',
  text:
    loop.kind === 'loop' ? sentences.loop(loop.story, own) : sentences.possibleLoop(loop.automations, own),
  severity: loop.kind === 'loop' ? 'error' : 'warning',
});

function toWirePart(
  { automation, property, value, afterMs }: LoopPart,
  own: string | undefined,
  home: CompiledHome,
  definition: AutomationDefinition,
  sentences: Sentences,
) {
  const isOwn = automation === (own ?? NEW_AUTOMATION);
  const other = home.automations.find(({ id }) => id === automation);
  return {
    automation: isOwn ? '' : automation,
    label: isOwn ? definition.label : (other?.definition.label ?? ''),
    property: sentences.property(property),
    value,
    after_ms: afterMs,
  };
}

const MAX_OTHERS = 50;

/** Returns what each step of an automation sets, by the step's id. */
const setBy = ({ steps }: CompiledAutomation): { step: string; key: string }[] =>
  steps.flatMap(({ id, operation }) =>
    operation.op === 'set' ? operation.targets.map(({ key }) => ({ step: id, key })) : [],
  );

/** Returns the other automations that are switched on and set what a definition sets, each once for a step. */
async function alsoSetBy(
  automation: CompiledAutomation,
  definition: AutomationDefinition,
  others: readonly JudgedAutomation[],
): Promise<AutomationCheck['also_set_by']> {
  const pathOf = new Map(stepsOf(definition).map(({ step, path }) => [step['id'], path]));
  const keysOf = Map.groupBy(setBy(automation), ({ step }) => step);
  const found = await mapInTurns(others, ({ id, isEnabled, compiled, definition: { label } }) =>
    isEnabled && compiled ? [{ id, label, keys: new Set(setBy(compiled).map(({ key }) => key)) }] : [],
  );
  const setters = found.flat();
  return [...keysOf]
    .flatMap(([step, set]) =>
      setters
        .filter(({ keys }) => set.some(({ key }) => keys.has(key)))
        .map(({ id, label }) => ({ path: pathOf.get(step) ?? 'then', automation: id, label })),
    )
    .slice(0, MAX_OTHERS);
}
