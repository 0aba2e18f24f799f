import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../design/states.tsx';

/** Where an address leads nowhere. */
export function MissingPage() {
  return (
    <EmptyState
      title="There is no such page"
      action={<Button renderRoot={(props) => <Link to="/" {...props} />}>Back to the home</Button>}
    >
      The address is wrong, or of an earlier version.
    </EmptyState>
  );
}
