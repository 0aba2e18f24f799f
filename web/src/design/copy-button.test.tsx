import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { passTime, renderDesign } from '../testing/render-design.tsx';
import { CodeBlock } from './code-block.tsx';
import { CopyButton } from './copy-button.tsx';
import { CopyField } from './copy-field.tsx';

const status = () => screen.getByRole('status').textContent;

describe('CopyButton', () => {
  it('copies its value and announces that it is copied', async () => {
    const user = renderDesign(<CopyButton value="secret-1" label="the secret" />);
    expect(status()).toBe('');
    await user.click(screen.getByRole('button', { name: 'Copy the secret' }));
    expect(await navigator.clipboard.readText()).toBe('secret-1');
    expect(status()).toBe('Copied');
  });

  it('is ready to copy again two seconds later', async () => {
    vi.useFakeTimers();
    const user = renderDesign(<CopyButton value="secret-1" label="the secret" />);
    await user.click(screen.getByRole('button'));
    await passTime(1_900);
    expect(status()).toBe('Copied');
    await passTime(200);
    expect(status()).toBe('');
  });
});

describe('CopyButton without a clipboard, as on a page over plain HTTP', () => {
  const execCommand = vi.fn<(command: string) => boolean>();
  beforeEach(() => {
    execCommand.mockReset();
    Object.assign(document, { execCommand });
    return () => Reflect.deleteProperty(document, 'execCommand');
  });

  async function copyWithout() {
    const user = renderDesign(<CopyButton value="secret-1" label="the secret" />);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    await user.click(screen.getByRole('button'));
  }

  it('copies by selecting the text, and returns the focus', async () => {
    let selected = '';
    execCommand.mockImplementation(() => {
      const area = document.querySelector('textarea');
      selected = area?.value.slice(area.selectionStart, area.selectionEnd) ?? '';
      return true;
    });
    await copyWithout();
    expect(selected).toBe('secret-1');
    expect(status()).toBe('Copied');
    expect(document.activeElement).toBe(screen.getByRole('button'));
    expect(document.querySelector('textarea')).toBeNull();
  });

  it('asks the person to select the text when copying fails', async () => {
    execCommand.mockReturnValue(false);
    await copyWithout();
    expect(status()).toBe('Not copied: select the text instead');
  });
});

describe('CopyField', () => {
  it('shows a value that cannot be changed, and selects all of it on focus', async () => {
    const user = renderDesign(<CopyField label="Client id" value="app-1" description="Public." />);
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Client id' });
    await user.click(field);
    await user.type(field, 'x');
    expect(field.value).toBe('app-1');
    field.blur();
    field.focus();
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 5]);
    expect(screen.getByText('Public.')).toBeTruthy();
  });

  it('names its button in the middle of a sentence, except abbreviations', () => {
    renderDesign(
      <>
        <CopyField label="Client id" value="a" />
        <CopyField label="URL of webhooks" value="b" />
      </>,
    );
    expect(screen.getByRole('button', { name: 'Copy client id' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy URL of webhooks' })).toBeTruthy();
  });
});

describe('CodeBlock', () => {
  it('shows code unchanged in a region that can be scrolled by keyboard, and copies it', async () => {
    const code = 'curl \\\n  --data "a  b"';
    const user = renderDesign(<CodeBlock code={code} label="the request" />);
    const region = screen.getByRole('region', { name: 'the request' });
    expect(region.textContent).toBe(code);
    expect(region.tabIndex).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Copy the request' }));
    expect(await navigator.clipboard.readText()).toBe(code);
  });
});
