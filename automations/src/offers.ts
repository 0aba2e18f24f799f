/** What the editor offers: each kind of part says which parts of it people can choose. No I/O, for pages. */
import type { AutomationConditionKind, AutomationStepKind, AutomationTriggerKind } from '@azulejo/contract';
import { CONDITIONS } from './conditions/index.ts';
import type { HomeChoices, Offer, Offers, OfferTab } from './offer.ts';
import { STEPS } from './steps/index.ts';
import { TRIGGERS } from './triggers/index.ts';

export type { HomeChoices, Offer, OfferTab, OfferText } from './offer.ts';

type Kinds = Readonly<Record<string, { readonly offers?: Offers }>>;

const KINDS = { when: TRIGGERS, onlyIf: CONDITIONS, then: STEPS } satisfies Record<
  'when' | 'onlyIf' | 'then',
  Kinds
>;

export type OfferingClause = keyof typeof KINDS;
type PartKind = AutomationTriggerKind | AutomationConditionKind | AutomationStepKind;

/** Returns everything that a clause offers under a tab of the editor, kind by kind. */
export const offersUnder = (clause: OfferingClause, tab: OfferTab, home: HomeChoices): readonly Offer[] =>
  Object.values<Kinds[string]>(KINDS[clause]).flatMap(({ offers }) =>
    offers?.tab === tab ? offers.of(home) : [],
  );

/** Returns the tab under which a part is chosen; undefined for one that is chosen by its device. */
export function tabOf(clause: OfferingClause, kind: string): OfferTab | undefined {
  const kinds: Kinds = KINDS[clause];
  return Object.hasOwn(kinds, kind) ? kinds[kind as PartKind]?.offers?.tab : undefined;
}
