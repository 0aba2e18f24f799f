import { Title } from '@mantine/core';

export function ChartsPage() {
  return <Title order={1}>Charts</Title>;
}
