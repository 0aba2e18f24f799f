import { Title } from '@mantine/core';

export function TemplatesPage() {
  return <Title order={1}>Templates</Title>;
}
