import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Groups related fields. */
export function FormSection({
  title,
  about,
  order = 3,
  children,
}: {
  title: string;
  about?: ReactNode;
  order?: 2 | 3 | 4;
  children: ReactNode;
}) {
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <div>
        <Title order={order} size="h5">
          {title}
        </Title>
        {about !== undefined && (
          <Text size="sm" c="dimmed">
            {about}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  );
}

/** Places fields side by side if there is space. */
export function Columns({ children, cols = 2 }: { children: ReactNode; cols?: number }) {
  return (
    <SimpleGrid type="container" cols={{ base: 1, '30rem': cols }} spacing="md" verticalSpacing="sm">
      {children}
    </SimpleGrid>
  );
}
