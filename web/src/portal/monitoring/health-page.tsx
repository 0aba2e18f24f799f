import { Title } from '@mantine/core';

export function HealthPage() {
  return <Title order={1}>Health</Title>;
}
