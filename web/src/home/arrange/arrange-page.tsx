import { Title } from '@mantine/core';

export function ArrangePage() {
  return <Title order={1}>Arrange</Title>;
}
