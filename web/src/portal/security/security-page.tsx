import { Title } from '@mantine/core';

export function SecurityPage() {
  return <Title order={1}>Your account</Title>;
}
