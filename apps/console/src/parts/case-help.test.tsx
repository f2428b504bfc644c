import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { CaseHelp } from './case-help.tsx';

it('a case shows the help for its kind when it is opened', async () => {
  render(<CaseHelp kind="glyph_missing" />);
  expect(screen.queryByText(/another spelling/)).toBeNull();
  await userEvent.click(screen.getByText('What to do'));
  expect(await screen.findByText(/Ask the payer for another spelling/)).toBeVisible();
  expect(screen.queryByText(/no font has all characters/)).toBeNull();
});

it('a list in a help page is rendered as a list', async () => {
  render(<CaseHelp kind="copies_left" />);
  await userEvent.click(screen.getByText('What to do'));
  expect(await screen.findAllByRole('listitem')).toHaveLength(3);
});
