import { Title } from '@mantine/core';

export function PreferencesPage() {
  return <Title order={1}>Preferences</Title>;
}
