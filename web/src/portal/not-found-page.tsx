import { Anchor, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../design/states.tsx';

/** Shown for a wrong or outdated URL. */
export function NotFoundPage() {
  return (
    <>
      <Title order={1} className="visually-hidden">
        Not found
      </Title>
      <EmptyState
        title="Page not found"
        action={
          <Anchor component={Link} to="/">
            Go to the overview
          </Anchor>
        }
      >
        It was moved or deleted, or the address is incomplete.
      </EmptyState>
    </>
  );
}
