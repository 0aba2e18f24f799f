import type { Locator } from 'playwright-core';

/** Uses a property's control as a person would, whichever it is, so that the page sends a write. */
export async function operate(row: Locator): Promise<void> {
  const members = await row.locator('.member').all();
  if (members.length === 0) return use(row);
  for (const member of members) await use(member);
  await row.getByRole('button', { name: 'Set', exact: true }).click();
}

async function use(part: Locator): Promise<void> {
  const has = async (selector: string) => (await part.locator(selector).count()) > 0;
  if (await has('[role="switch"]')) {
    await part.locator('[role="switch"]').click();
    return confirm(part);
  }
  if (await has('input[type="range"]')) return slide(part);
  if (await has('select')) {
    await part.locator('select').selectOption({ index: 1 });
    return press(part, 'Send');
  }
  if (await has('input')) {
    const input = part.locator('input');
    if ((await input.getAttribute('inputmode')) === 'decimal') await step(part);
    else await input.fill('abc');
    return press(part, 'Set');
  }
  await part.locator('button[data-value]').first().click();
  await confirm(part);
}

async function slide(part: Locator): Promise<void> {
  const input = part.locator('input[type="range"]').first();
  await input.focus();
  const atEnd = (await input.inputValue()) === (await input.getAttribute('max'));
  await input.press(atEnd ? 'ArrowLeft' : 'ArrowRight');
}

/** Steps up, or down when the value is at its maximum. */
async function step(part: Locator): Promise<void> {
  const more = part.getByRole('button', { name: 'More' });
  await ((await more.isDisabled()) ? part.getByRole('button', { name: 'Less' }) : more).click();
}

async function press(part: Locator, name: string): Promise<void> {
  const button = part.getByRole('button', { name, exact: true });
  if ((await button.count()) > 0) await button.click();
}

async function confirm(part: Locator): Promise<void> {
  await press(part, 'Yes');
}
