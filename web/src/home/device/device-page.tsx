import { Title } from '@mantine/core';

export function DevicePage() {
  return <Title order={1}>Device</Title>;
}
