import { AzulejoError } from '@azulejo/sdk';
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderDesign } from '../testing/render-design.tsx';
import { CurrentPasswordInput, EmailInput, PasswordOwner } from './credential-inputs.tsx';
import { DialogButtons } from './dialog-buttons.tsx';
import { EmptyState, ErrorState, LoadingState } from './states.tsx';

const offlineError = new AzulejoError('Unreachable', 'GET /x');
const isOnline = (online: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);

describe('EmptyState', () => {
  it('has a heading, an explanation and a way to begin', () => {
    renderDesign(
      <EmptyState title="No devices yet" action={<button type="button">Add a device</button>}>
        They appear here.
      </EmptyState>,
    );
    expect(screen.getByRole('heading', { level: 2, name: 'No devices yet' })).toBeTruthy();
    expect(screen.getByText('They appear here.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add a device' })).toBeTruthy();
  });

  it('shows its title as the main heading when it is the whole page', () => {
    renderDesign(<EmptyState title="No devices yet" isPage />);
    expect(screen.getByRole('heading', { level: 1, name: 'No devices yet' })).toBeTruthy();
  });
});

describe('ErrorState', () => {
  it('alerts to the error and retries on request', async () => {
    const retry = vi.fn();
    const user = renderDesign(<ErrorState error={new AzulejoError('TimedOut', 'x')} onRetry={retry} />);
    expect(screen.getByRole('alert').textContent).toContain('The platform did not answer in time.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledOnce();
  });

  it('offers no retry for what does not exist', () => {
    const gone = new AzulejoError('Refused', 'x', { status: 404, text: 'Not found.' });
    renderDesign(<ErrorState error={gone} onRetry={() => undefined} />);
    expect(screen.getByRole('alert').textContent).toBe('Not found.');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('explains that data is not available offline', async () => {
    isOnline(false);
    const retry = vi.fn();
    const user = renderDesign(<ErrorState error={offlineError} onRetry={retry} />);
    expect(screen.getByRole('status').textContent).toContain('Not available offline');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledOnce();
  });

  it('shows the error of an unreachable platform while the device is online', () => {
    isOnline(true);
    renderDesign(<ErrorState error={offlineError} onRetry={() => undefined} />);
    expect(screen.getByRole('alert').textContent).toContain('The platform cannot be reached.');
  });
});

it('LoadingState announces to screen readers what is loading', () => {
  renderDesign(<LoadingState label="Loading the users" />);
  expect(screen.getByRole('status').textContent).toBe('Loading the users');
});

it('DialogButtons puts Cancel before the own buttons of a dialog', async () => {
  const cancel = vi.fn();
  const user = renderDesign(
    <DialogButtons onCancel={cancel}>
      <button type="submit">Delete</button>
    </DialogButtons>,
  );
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Cancel', 'Delete']);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(cancel).toHaveBeenCalledOnce();
});

describe('inputs of a sign-in', () => {
  it('names inputs as password managers expect', () => {
    renderDesign(
      <>
        <EmailInput />
        <CurrentPasswordInput />
      </>,
    );
    const email = screen.getByRole<HTMLInputElement>('textbox', { name: 'E-mail' });
    expect([email.type, email.name, email.autocomplete]).toEqual(['email', 'username', 'username']);
    const password = screen.getByLabelText<HTMLInputElement>('Password');
    expect([password.type, password.name, password.autocomplete]).toEqual([
      'password',
      'password',
      'current-password',
    ]);
  });

  it('shows a password on request', async () => {
    const user = renderDesign(<CurrentPasswordInput />);
    await user.type(screen.getByLabelText('Password'), 'a good sentence');
    await user.click(screen.getByLabelText('Show the password'));
    const password = screen.getByLabelText<HTMLInputElement>('Password');
    expect([password.type, password.value]).toEqual(['text', 'a good sentence']);
  });

  it('hides the owner of a new password from everyone but password managers', () => {
    renderDesign(<PasswordOwner email="ana@example.com" />);
    expect(screen.queryByRole('textbox')).toBeNull();
    const owner = screen.getByDisplayValue<HTMLInputElement>('ana@example.com');
    expect([owner.autocomplete, owner.tabIndex]).toEqual(['username', -1]);
  });
});
