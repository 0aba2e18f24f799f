import { Title } from '@mantine/core';

export function TilesPage() {
  return <Title order={1}>Home</Title>;
}
