import { Title } from '@mantine/core';

export function ForgottenPage() {
  return <Title order={1}>Forgotten password</Title>;
}
