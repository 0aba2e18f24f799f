import { t } from '@lingui/core/macro';
import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { Row, Section } from './section.tsx';

/** Chooses the colour scheme of this browser only. */
export function AppearanceSection() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title={t`Appearance`}>
      <Row label={t`Theme`} hint={t`In this browser.`}>
        <SegmentedControl
          fullWidth
          aria-label={t`Theme`}
          size="md"
          data={[
            { value: 'auto', label: t`As the device` },
            { value: 'light', label: t({ message: 'Light', context: 'theme' }) },
            { value: 'dark', label: t`Dark` },
          ]}
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
        />
      </Row>
    </Section>
  );
}
