import { Title } from '@mantine/core';

export function ApplicationPage() {
  return <Title order={1}>Application</Title>;
}
