import { Title } from '@mantine/core';

export function VirtualDevicesPage() {
  return <Title order={1}>Virtual devices</Title>;
}
