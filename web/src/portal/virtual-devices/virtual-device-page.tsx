import { Title } from '@mantine/core';

export function VirtualDevicePage() {
  return <Title order={1}>Virtual device</Title>;
}
