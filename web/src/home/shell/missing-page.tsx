import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../design/states.tsx';
import { usePageTitle } from '../parts/page-title.ts';

/** Shown for an unknown URL. */
export function MissingPage() {
  usePageTitle('Page not found');
  return (
    <EmptyState
      isPage
      title="Page not found"
      action={<Button renderRoot={(props) => <Link to="/" {...props} />}>Back to home</Button>}
    >
      The address is wrong or no longer exists.
    </EmptyState>
  );
}
