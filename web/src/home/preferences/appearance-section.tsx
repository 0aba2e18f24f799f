import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { Row, Section } from './section.tsx';

/** The colour scheme of this browser; other people's browsers have their own. */
export function AppearanceSection() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title="Appearance">
      <Row label="Theme" hint="In this browser.">
        <SegmentedControl
          fullWidth
          aria-label="Theme"
          size="md"
          data={[
            { value: 'auto', label: 'As the device' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
        />
      </Row>
    </Section>
  );
}
