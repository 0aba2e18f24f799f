import { AzulejoError } from '@azulejo/sdk';
import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { errorText, fieldErrors } from './error-text.ts';
import { FormError } from './form-error.tsx';

const refusal = (details = {}) =>
  new AzulejoError('Refused', 'POST /x: refused', { status: 400, ...details });
const wrongName = refusal({
  code: 2001,
  text: 'The request is invalid.',
  fields: [{ field: 'name', reason: 'must not be empty' }],
});

describe('errorText', () => {
  it.each([
    ['Unreachable', 'The platform cannot be reached. Is this device online?'],
    ['TimedOut', 'The platform did not answer in time.'],
    ['NotSignedIn', 'You were signed out. Please sign in again.'],
    ['SessionEnded', 'You were signed out. Please sign in again.'],
    ['Unreadable', 'The platform sent an unexpected answer.'],
  ] as const)('explains %s', (name, text) => {
    expect(errorText(new AzulejoError(name, 'GET /x'))).toBe(text);
  });

  it('returns the text of the platform for what it refused', () => {
    expect(errorText(refusal({ text: 'Already exists.' }))).toBe('Already exists.');
  });

  it.each([
    'Failed to fetch dynamically imported module: https://home.example/web/assets/device-page.js',
    'error loading dynamically imported module: https://home.example/web/assets/device-page.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /web/assets/device-page.css',
  ])('says that a page is not on this device yet when the browser reports: %s', (message) => {
    expect(errorText(new TypeError(message))).toBe('This page could not be loaded. Please try again.');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(errorText(new TypeError(message))).toBe(
      'This page is not on this device yet. It opens when you are online again.',
    );
  });

  it('hides messages that are not from the platform', () => {
    expect(errorText(new TypeError('x is undefined'))).toBe('Something went wrong. Please reload the page.');
  });
});

describe('fieldErrors', () => {
  it('returns the reasons as sentences by field', () => {
    expect(fieldErrors(wrongName)).toEqual({ name: 'Must not be empty' });
  });

  it('returns no fields for other errors', () => {
    expect(fieldErrors(new Error('x'))).toEqual({});
  });
});

describe('FormError', () => {
  const alert = () => screen.getByRole('alert').textContent;

  it('shows an empty alert before an error, so that the error is announced when it comes', () => {
    render(<FormError error={null} />);
    expect(alert()).toBe('');
  });

  it('shows the text of an error', () => {
    render(<FormError error={refusal({ text: 'Quota exceeded.' })} />);
    expect(alert()).toBe('Quota exceeded.');
  });

  it('leaves an error to the field that shows it', () => {
    render(<FormError error={wrongName} shown={['name']} />);
    expect(alert()).toBe('');
  });

  it('shows an error of a field that the form does not have', () => {
    render(<FormError error={wrongName} shown={['email']} />);
    expect(alert()).toBe('The request is invalid.');
  });

  it('replaces the text of an error code by that of the form', () => {
    render(<FormError error={refusal({ code: 1601, text: 'x' })} words={{ 1601: 'Wrong password.' }} />);
    expect(alert()).toBe('Wrong password.');
  });
});
