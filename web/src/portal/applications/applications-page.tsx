import { Title } from '@mantine/core';

export function ApplicationsPage() {
  return <Title order={1}>Applications</Title>;
}
