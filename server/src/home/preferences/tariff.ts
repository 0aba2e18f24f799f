import type { Tariff } from '@azulejo/contract';
import { isJsonObject } from '@azulejo/model';
import { checkAll, invalidField } from '../../platform/api-error.ts';

/** The member of the document that says what energy costs. */
export const TARIFF = 'tariff';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

const isPrice = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isTime = (value: unknown): value is string => typeof value === 'string' && TIME.test(value);

/** Returns the tariff, or undefined without one: a version that did not know it stored whatever it was sent. */
export function readTariff(tariff: unknown): Tariff | undefined {
  if (!isJsonObject(tariff)) return undefined;
  const { currency, price, second } = tariff;
  if (typeof currency !== 'string' || !CURRENCIES.has(currency) || !isPrice(price)) return undefined;
  if (!isJsonObject(second)) return { currency, price };
  const { price: secondPrice, from, to, weekends } = second;
  if (!isPrice(secondPrice) || !isTime(from) || !isTime(to) || typeof weekends !== 'boolean')
    return undefined;
  return { currency, price, second: { price: secondPrice, from, to, weekends } };
}

/** Checks what the operation's schema cannot. Throws `invalid_request` naming the members. */
export function checkTariff(tariff: unknown): void {
  if (!isJsonObject(tariff)) return;
  const { currency, second } = tariff;
  checkAll(
    () => {
      if (!CURRENCIES.has(String(currency)))
        throw invalidField('tariff.currency', 'must be an ISO 4217 code, such as EUR');
    },
    () => {
      if (isJsonObject(second) && second['from'] === second['to'])
        throw invalidField('tariff.second.to', 'must differ from "from"');
    },
  );
}
