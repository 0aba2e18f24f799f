import { useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { notify } from '../../../design/notify.ts';
import { createQueries } from '../../../design/queries.ts';
import { withStyles } from '../../kit/ui/with-styles.ts';
import { HomeProvider } from './home-provider.tsx';

function Page() {
  const { data } = useQuery({ queryKey: ['greeting'], queryFn: () => 'Good morning' });
  return <h1>{data ?? 'Loading'}</h1>;
}

describe('HomeProvider', () => {
  it('shows the page at once, with the queries of the page', async () => {
    const queries = createQueries();
    queries.setQueryData(['greeting'], 'Good evening');
    render(
      <HomeProvider queries={queries}>
        <Page />
      </HomeProvider>,
    );
    expect(screen.getByRole('heading', { name: 'Good evening' })).toBeTruthy();
  });

  it('shows a notification that was sent before its part of the page was loaded', async () => {
    render(
      <HomeProvider queries={createQueries()}>
        <Page />
      </HomeProvider>,
    );
    await withStyles(Promise.resolve());
    notify.done('The lamp was renamed.');
    expect(screen.queryByText('The lamp was renamed.')).toBeNull();
    expect(await screen.findByText('The lamp was renamed.')).toBeTruthy();
  });
});
