import { describe, isCommand, type Piece, textOf } from '@azulejo/automations/words';
import type { AutomationPropertyGroup, Channel, Component, Property } from '@azulejo/contract';
import { isWritable, propertiesOf } from '@azulejo/model';
import type { Address } from '@azulejo/sdk';
import type { ClauseName } from '../state/parts.ts';
import type { Wording } from './use-wording.ts';

/** Something that a device can report or do, as a part of the sentence. */
export type Offer = {
  readonly part: object;
  /** The part in words, without the device. */
  readonly text: string;
  /** The property that it is about; undefined for the device as a whole. */
  readonly property?: { readonly address: Address; readonly property: Property };
  /** Whether people use it often; the others are shown when asked for. */
  readonly isMain: boolean;
};

/** A part that may lack what is still to be chosen, for which the sentence has `…`. */
type Candidate = Readonly<Record<string, unknown>>;
type Kind = 'boolean' | 'number' | 'button' | 'other';

/** How long is proposed where something must last. */
const FOR = 'PT5M';
const UNREACHABLE_FOR = 'PT10M';
const SILENT_FOR = 'PT1H';

function kindOf({ controlInterfaces: [first], triggers, states }: Property): Kind {
  if (first?.controlInterface === 'switch') return 'boolean';
  if (first?.controlInterface === 'button') return 'button';
  const isNumber = [...triggers, ...states].some(({ condition }) => condition === 'greater-than');
  return isNumber ? 'number' : 'other';
}

/** Returns everything that the components of a device offer to a clause. */
export function offersOf(
  clause: ClauseName,
  channel: Channel,
  components: readonly Component[],
  wording: Wording,
): readonly Offer[] {
  const ofProperties = components.flatMap((component) =>
    propertiesOf(channel, component).flatMap((property) => {
      const address = { channel: channel.id, component: component.id, property: property.id };
      return candidatesOf(clause, { one: address }, property).map(
        (part): Offer => ({
          part,
          text: offerText(clause, part, property, wording),
          property: { address, property },
          // Events without a change of the value are rarely needed.
          isMain: isMain(property) && part['is'] !== 'reports',
        }),
      );
    }),
  );
  const ofDevice = deviceCandidates(clause, channel.id).map(
    (part): Offer => ({ part, text: offerText(clause, part, undefined, wording), isMain: true }),
  );
  const offers = [...ofProperties, ...ofDevice];
  // A device without important offers shows all of them.
  return offers.some(({ isMain: is, property }) => is && property)
    ? offers
    : offers.map((each) => ({ ...each, isMain: true }));
}

/** Returns what a group of properties offers to a clause: any of them or every one, and every one to a step. */
export function offersOfGroup(
  clause: ClauseName,
  group: Omit<AutomationPropertyGroup, 'of'>,
  property: Property,
  wording: Wording,
): readonly Offer[] {
  const of = clause === 'then' ? (['every'] as const) : (['any', 'every'] as const);
  return of.flatMap((each) =>
    candidatesOf(clause, { group: { ...group, of: each } }, property)
      // How long it must last is chosen afterwards.
      .filter((part) => part['for'] === undefined && part['since'] === undefined)
      .map((part) => ({
        part,
        text: partTextOf(clause, part, wording),
        isMain: isMain(property) && part['is'] !== 'reports',
      })),
  );
}

const isMain = ({ mainActionPriority, mainInformationPriority }: Property): boolean =>
  mainActionPriority > 0 || mainInformationPriority > 0;

/** What a part is about: one property, or a group of them. */
type Subject = { readonly one: Address } | { readonly group: AutomationPropertyGroup };

function candidatesOf(clause: ClauseName, subject: Subject, property: Property): readonly Candidate[] {
  const named = 'one' in subject ? { property: subject.one } : { properties: subject.group };
  const of = (members: object): Candidate => ({ kind: 'property', ...named, ...members });
  if (clause === 'then') return stepCandidates('one' in subject ? subject.one : named, property);
  return clause === 'when' ? triggerCandidates(of, property) : conditionCandidates(of, property);
}

type ToCandidate = (members: object) => Candidate;

function triggerCandidates(of: ToCandidate, property: Property): readonly Candidate[] {
  const has = (condition: string) => property.triggers.some((each) => each.condition === condition);
  if (!property.isTriggerable) return [];
  if (kindOf(property) === 'boolean' && has('equals'))
    return [
      of({ is: 'becomes', value: true }),
      of({ is: 'becomes', value: false }),
      of({ is: 'becomes', value: true, for: FOR }),
      of({ is: 'becomes', value: false, for: FOR }),
    ];
  return [
    ...(has('equals') ? [of({ is: 'becomes' })] : []),
    ...(has('greater-than') ? [of({ is: 'rises-above' })] : []),
    ...(has('less-than') ? [of({ is: 'falls-below' })] : []),
    ...(has('changes') ? [of({ is: 'changes' })] : []),
    of({ is: 'reports' }),
  ];
}

function conditionCandidates(of: ToCandidate, property: Property): readonly Candidate[] {
  const has = (condition: string) => property.states.some((each) => each.condition === condition);
  if (!property.isStateful) return [];
  if (kindOf(property) === 'boolean' && has('equals'))
    return [
      of({ is: 'is', value: true }),
      of({ is: 'is', value: false }),
      of({ is: 'is', value: true, since: FOR }),
      of({ is: 'is', value: false, since: FOR }),
    ];
  return [
    ...(has('equals') ? [of({ is: 'is' })] : []),
    ...(has('not-equals') ? [of({ is: 'is-not' })] : []),
    ...(has('greater-than') ? [of({ is: 'above' })] : []),
    ...(has('less-than') ? [of({ is: 'below' })] : []),
  ];
}

/** Returns the candidates for a step. Values of several members are left out, because no word describes them. */
function stepCandidates(set: object, property: Property): readonly Candidate[] {
  const [first, second] = property.controlInterfaces;
  if (!property.isActionable || !isWritable(property) || !first || second) return [];
  const kind = kindOf(property);
  if (kind === 'boolean') return [true, false].map((value) => ({ kind: 'set', set, value }));
  if (kind === 'button') return [{ kind: 'set', set, value: first.config['value'] ?? true }];
  return [{ kind: 'set', set, ...(isCommand(property) && { only: 'always' }) }];
}

function deviceCandidates(clause: ClauseName, channel: string): readonly Candidate[] {
  if (clause === 'when')
    return [
      { kind: 'device', device: 'unreachable', channel, for: UNREACHABLE_FOR },
      { kind: 'device', device: 'reachable', channel },
      { kind: 'device', device: 'silent', channel, for: SILENT_FOR },
    ];
  return clause === 'onlyIf'
    ? ['unreachable', 'reachable'].map((device) => ({ kind: 'device', device, channel }))
    : [];
}

const ELLIPSIS = '…';

/** Phrases a part without its device: `opens`, `turn on`, `Temperature rises above …`. */
function offerText(
  clause: ClauseName,
  part: Candidate,
  property: Property | undefined,
  { names, speech }: Wording,
): string {
  const isBinary = property !== undefined && ['boolean', 'button'].includes(kindOf(property));
  const device = property && !isBinary ? property.label : ELLIPSIS;
  const own = {
    ...names,
    device: () => device,
    property: () => property && { device, property },
  };
  const pieces = piecesOfPart(clause, withoutDurations(part), { names: own, speech });
  return trimmed(textOf(pieces));
}

/** Removes durations, for which the sentence shows `…` until they are chosen. */
function withoutDurations(part: Candidate): Candidate {
  const entries = Object.entries(part);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, /^(for|since)$/.test(name) ? null : value]),
  );
}

/** Leaves out the sign for the device at the beginning. */
const trimmed = (text: string): string =>
  text.replaceAll(`${ELLIPSIS} · `, '').replace(new RegExp(`^${ELLIPSIS} `), '');

/** Returns one part of a clause, phrased without the others. */
function piecesOfPart(clause: ClauseName, part: unknown, { names, speech }: Wording): readonly Piece[] {
  const definition = {
    when: clause === 'when' ? [part] : [],
    then: clause === 'then' ? [part] : [],
    ...(clause === 'onlyIf' && { onlyIf: part }),
  };
  return describe(definition as never, names, speech)[clause]?.parts[0]?.pieces ?? [];
}

/** Returns the words of a part as one text. */
export const partTextOf = (clause: ClauseName, part: unknown, wording: Wording): string =>
  textOf(piecesOfPart(clause, part, wording));
