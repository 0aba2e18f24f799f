import type { Tariff } from '@azulejo/contract';
import { t } from '@lingui/core/macro';

/** Holds the fields as a person enters them. */
export type Draft = {
  readonly currency: string;
  readonly price: number | '';
  readonly hasSecond: boolean;
  readonly secondPrice: number | '';
  readonly from: string;
  readonly to: string;
  readonly weekends: boolean;
};

/** A usual time of cheap energy, to begin with. */
const NIGHT = { from: '22:00', to: '08:00' };
const DEFAULT_CURRENCY = 'EUR';

/** Returns the initial content of the form. `currency` comes from the preferences, which may contain any text. */
export function draftOf(tariff: Tariff | undefined, currency: string | undefined): Draft {
  const isKnown = currency !== undefined && Intl.supportedValuesOf('currency').includes(currency);
  const { second } = tariff ?? {};
  return {
    currency: tariff?.currency ?? (isKnown ? currency : DEFAULT_CURRENCY),
    price: tariff?.price ?? '',
    hasSecond: Boolean(second),
    secondPrice: second?.price ?? '',
    from: second?.from ?? NIGHT.from,
    to: second?.to ?? NIGHT.to,
    weekends: second?.weekends ?? false,
  };
}

export type Mistakes = { readonly [Name in 'price' | 'secondPrice' | 'from' | 'to']?: string };

/** Returns what must be corrected, by field. */
export function findMistakes({ price, hasSecond, secondPrice, from, to }: Draft): Mistakes {
  const noPrice = t`Enter a price.`;
  const isMissing = (value: number | '') => value === '' || !Number.isFinite(value) || value < 0;
  return {
    ...(isMissing(price) && { price: noPrice }),
    ...(hasSecond && isMissing(secondPrice) && { secondPrice: noPrice }),
    ...(hasSecond && from === '' && { from: t`Enter a time.` }),
    ...(hasSecond && to === '' && { to: t`Enter a time.` }),
    ...(hasSecond && to !== '' && to === from && { to: t`Choose another time than the beginning.` }),
  };
}

/** Returns the tariff to store, of a draft without mistakes. */
export const tariffOf = ({ currency, price, hasSecond, secondPrice, from, to, weekends }: Draft) => ({
  currency,
  price: Number(price),
  second: hasSecond ? { price: Number(secondPrice), from, to, weekends } : null,
});
