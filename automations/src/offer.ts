/** A tab of the editor. Parts about devices are offered with their device. */
export type OfferTab = 'time' | 'person' | 'other';

/** What a home has to choose from, by ids. */
export type HomeChoices = { readonly scenes: readonly string[]; readonly automations: readonly string[] };

/** Texts of the editor for parts whose own words do not explain them before their values are chosen. */
export type OfferText =
  | 'time-of-day'
  | 'again-and-again'
  | 'time-window'
  | 'some-days'
  | 'arrives-home'
  | 'leaves-home'
  | 'is-home'
  | 'is-away'
  | 'wait'
  | 'wait-until'
  | 'if'
  | 'notify'
  | 'call-address';

/** A part that can be chosen. It may lack values that people choose next. */
export type Offer = {
  readonly part: object;
  /** Its text in the editor. Default: the words of the part. */
  readonly as?: OfferText;
};

export type Offers = { readonly tab: OfferTab; readonly of: (home: HomeChoices) => readonly Offer[] };

/** Returns offers that are the same in every home. */
export const always = (tab: OfferTab, ...offers: readonly Offer[]): Offers => ({ tab, of: () => offers });
