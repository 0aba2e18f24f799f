import { Title } from '@mantine/core';

export function NewApplicationPage() {
  return <Title order={1}>New application</Title>;
}
