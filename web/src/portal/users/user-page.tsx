import { Title } from '@mantine/core';

export function UserPage() {
  return <Title order={1}>User</Title>;
}
