import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderFor, serve } from '../../testing/console-server.tsx';
import { ContractList } from './contract-list.tsx';

it('says that no refunds match only if a filter is set', async () => {
  serve(() => ({ data: { rows: [], next: null, count: 0 } }));
  renderFor('viewer', <ContractList name="refunds" />);
  expect(await screen.findByText('No refunds.')).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('State'), 'Processed');
  expect(await screen.findByText('No refunds match the filter.')).toBeVisible();
});
