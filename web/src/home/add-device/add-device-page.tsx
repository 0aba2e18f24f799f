import { Title } from '@mantine/core';

export function AddDevicePage() {
  return <Title order={1}>Add a device</Title>;
}
