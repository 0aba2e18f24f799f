import { chooseLanguage } from '@azulejo/model';
import { t } from '@lingui/core/macro';
import { SegmentedControl, Select } from '@mantine/core';
import { useMemo } from 'react';
import { languageChoices, localeChoices } from './locales.ts';
import type { PreferencesChange } from './preferences-document.ts';
import { usePreferencesStore } from './preferences-store.ts';
import { Row, Section, useSaving } from './section.tsx';
import { formatDateTime, usePreferences, usePreferencesDocument } from './use-preferences.ts';

const AS_BROWSER = 'browser';

/** Sets units, hour format, language and formats. */
export function ReadingSection() {
  const reading = usePreferences();
  const { locale: savedLocale, language } = usePreferencesDocument();
  const [saving, save] = useSaving();
  const preferences = usePreferencesStore();
  const change = (part: PreferencesChange) => void save(() => preferences.change(part));
  const choices = useMemo(
    () => [{ value: AS_BROWSER, label: t`Same as this browser` }, ...localeChoices(reading.locale)],
    [reading.locale],
  );
  return (
    <Section title={t`Units and language`} saving={saving}>
      <Row label={t`Units`} hint={t`For temperatures, lengths and the like.`}>
        <SegmentedControl
          fullWidth
          aria-label={t`Units`}
          size="md"
          data={[
            { value: 'metric', label: t`°C, metres` },
            { value: 'imperial', label: t`°F, feet` },
          ]}
          value={reading.units}
          onChange={(units) => change({ units })}
        />
      </Row>
      <Row label={t`Hours`}>
        <SegmentedControl
          fullWidth
          aria-label={t`Hours`}
          size="md"
          data={[
            { value: '24h', label: '24' },
            { value: '12h', label: '12' },
          ]}
          value={`${reading.hourFormat}h`}
          onChange={(hours) => change({ hour_format: hours })}
        />
      </Row>
      <LanguageRow language={language} onChange={(chosen) => change({ language: chosen })} />
      <Row label={t`Formats`} hint={<Example />}>
        <Select
          aria-label={t`Formats`}
          size="md"
          w={{ base: '100%', xs: 280 }}
          data={choices}
          searchable
          allowDeselect={false}
          value={savedLocale === undefined ? AS_BROWSER : reading.locale}
          onChange={(locale) =>
            change({ locale: locale === AS_BROWSER || !locale ? null : locale.replaceAll('-', '_') })
          }
        />
      </Row>
    </Section>
  );
}

type LanguageProps = { language: string | undefined; onChange: (language: string | null) => void };

/** Sets the language, apart from the formats. */
function LanguageRow({ language, onChange }: LanguageProps) {
  return (
    <Row label={t`Language`} hint={t`Of these pages, mails and notifications.`}>
      <Select
        aria-label={t`Language`}
        size="md"
        w={{ base: '100%', xs: 280 }}
        data={[{ value: AS_BROWSER, label: t`Same as this browser` }, ...languageChoices()]}
        allowDeselect={false}
        value={chooseLanguage([language ?? '']) ?? AS_BROWSER}
        onChange={(chosen) => onChange(chosen === AS_BROWSER ? null : chosen)}
      />
    </Row>
  );
}

/** Shows an example in the chosen format. */
function Example() {
  const reading = usePreferences();
  const number = new Intl.NumberFormat(reading.locale).format(1234.5);
  return (
    <>
      {number} · {formatDateTime(Date.now(), reading)}
    </>
  );
}
