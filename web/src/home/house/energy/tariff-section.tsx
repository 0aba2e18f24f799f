import type { Tariff } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, NumberInput, Select, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { errorText } from '../../../design/error-text.ts';
import { SwitchField } from '../../kit/ui/switch.tsx';
import { usePreferencesStore } from '../../person/preferences/preferences-store.ts';
import { useSaving } from '../../person/preferences/section.tsx';
import { usePreferences, usePreferencesDocument } from '../../person/preferences/use-preferences.ts';
import classes from './energy.module.css';

/** Sets what energy costs: one price, or two at different times. */
export function TariffSection() {
  const { tariff, currency } = usePreferencesDocument();
  const { locale } = usePreferences();
  const [saving, save] = useSaving();
  const preferences = usePreferencesStore();
  const queries = useQueryClient();
  const stored = JSON.stringify(tariff ?? null);
  const store = async (next: ReturnType<typeof tariffOf> | null) =>
    save(async () => {
      await preferences.change({ tariff: next });
      await queries.invalidateQueries({ queryKey: ['energy'] });
    });
  return (
    <section className={classes.card} aria-labelledby="energy-tariff">
      <div className={classes.head}>
        <h2 id="energy-tariff">
          <Trans>Tariff</Trans>
        </h2>
        <Text size="sm" c="dimmed" role="status">
          {saving.state === 'saving' ? t`Saving…` : saving.state === 'saved' ? t`Saved` : ''}
        </Text>
      </div>
      <Text c="dimmed" size="sm">
        <Trans>
          With a price, this page shows what energy costs. It is stored with your own preferences.
        </Trans>
      </Text>
      {saving.state === 'failed' && (
        <p role="alert" className={classes.failed}>
          {errorText(saving.error)}
        </p>
      )}
      <TariffForm
        key={stored}
        first={draftOf(tariff, currency)}
        locale={locale}
        isStored={tariff !== undefined}
        isSaving={saving.state === 'saving'}
        onSave={(draft) => void store(tariffOf(draft))}
        onRemove={() => void store(null)}
      />
    </section>
  );
}

type FormProps = {
  first: Draft;
  locale: string;
  isStored: boolean;
  isSaving: boolean;
  onSave: (draft: Draft) => void;
  onRemove: () => void;
};

function TariffForm({ first, locale, isStored, isSaving, onSave, onRemove }: FormProps) {
  const [draft, setDraft] = useState(first);
  const [isChecked, setIsChecked] = useState(false);
  const mistakes = isChecked ? findMistakes(draft) : {};
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (Object.keys(findMistakes(draft)).length === 0) onSave(draft);
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.fields}>
        <Price
          label={t`Price for a kWh`}
          value={draft.price}
          error={mistakes.price}
          onChange={(price) => set({ price })}
        />
        <Currency locale={locale} value={draft.currency} onChange={(currency) => set({ currency })} />
      </div>
      <SwitchField
        label={t`Another price at certain times`}
        isOn={draft.hasSecond}
        onChange={(hasSecond) => set({ hasSecond })}
      />
      {draft.hasSecond && <SecondRate draft={draft} mistakes={mistakes} set={set} />}
      <div className={classes.buttons}>
        <Button type="submit" loading={isSaving}>
          <Trans>Save tariff</Trans>
        </Button>
        {isStored && (
          <Button variant="default" onClick={onRemove} disabled={isSaving}>
            <Trans>Remove tariff</Trans>
          </Button>
        )}
      </div>
    </form>
  );
}

type SecondProps = {
  draft: Draft;
  mistakes: ReturnType<typeof findMistakes>;
  set: (part: Partial<Draft>) => void;
};

function SecondRate({ draft, mistakes, set }: SecondProps) {
  return (
    <>
      <div className={classes.fields}>
        <Price
          label={t`Price at these times`}
          value={draft.secondPrice}
          error={mistakes.secondPrice}
          onChange={(secondPrice) => set({ secondPrice })}
        />
        <TextInput
          type="time"
          label={t({ message: 'From', context: 'time' })}
          value={draft.from}
          error={mistakes.from}
          onChange={({ currentTarget: { value } }) => set({ from: value })}
        />
        <TextInput
          type="time"
          label={t({ message: 'To', context: 'time' })}
          value={draft.to}
          error={mistakes.to}
          onChange={({ currentTarget: { value } }) => set({ to: value })}
        />
      </div>
      <SwitchField
        label={t`Also all Saturday and Sunday`}
        isOn={draft.weekends}
        onChange={(weekends) => set({ weekends })}
      />
    </>
  );
}

type PriceProps = {
  label: string;
  value: number | '';
  error: string | undefined;
  onChange: (value: number | '') => void;
};

const Price = ({ label, value, error, onChange }: PriceProps) => (
  <NumberInput
    label={label}
    value={value}
    error={error}
    min={0}
    step={0.01}
    decimalScale={6}
    onChange={(next) => onChange(typeof next === 'number' ? next : next === '' ? '' : Number(next))}
  />
);

type CurrencyProps = { locale: string; value: string; onChange: (value: string) => void };

function Currency({ locale, value, onChange }: CurrencyProps) {
  const data = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'currency' });
    return Intl.supportedValuesOf('currency').map((code) => ({
      value: code,
      label: `${code} – ${names.of(code) ?? code}`,
    }));
  }, [locale]);
  return (
    <Select
      label={t`Currency`}
      data={data}
      value={value}
      searchable
      allowDeselect={false}
      limit={50}
      onChange={(next) => next && onChange(next)}
    />
  );
}

/** Holds the fields as a person enters them. */
type Draft = {
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
function draftOf(tariff: Tariff | undefined, currency: string | undefined): Draft {
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

type Mistakes = { readonly [Name in 'price' | 'secondPrice' | 'from' | 'to']?: string };

/** Returns what must be corrected, by field. */
function findMistakes({ price, hasSecond, secondPrice, from, to }: Draft): Mistakes {
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
const tariffOf = ({ currency, price, hasSecond, secondPrice, from, to, weekends }: Draft) => ({
  currency,
  price: Number(price),
  second: hasSecond ? { price: Number(secondPrice), from, to, weekends } : null,
});
