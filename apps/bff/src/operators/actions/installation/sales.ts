import type { SalesState } from '@meridian/contracts/operators/actions/sales';
import { readSales, type SalesState as Sales, setSales } from '../../../enrolment/seats/sales.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { announcePurge } from '../../../site/purge/purge-channel.ts';
import type { Action, Actions } from '../action.ts';

export interface SalesActionServices {
  /** @returns the required steps and settings that are missing */
  missingSetupSteps: () => Promise<string[]>;
}

export const toSalesState = ({ isOpen, since, changedBy }: Sales): SalesState => ({
  open: isOpen,
  since: since.toISOString(),
  changed_by: changedBy,
});

function change(isOpen: boolean): Pick<Action<'sales.open' | 'sales.close'>, 'run' | 'audit'> {
  const state = isOpen ? 'open' : 'closed';
  return {
    async run(transaction, _input, actor) {
      if (!(await setSales(transaction, isOpen, actor.email)))
        throw new Refusal('conflict', 'sales_unchanged', `Sales are ${state} already.`);
      // Purges all caches, because pages show whether sales are open.
      await announcePurge(transaction, { target: 'all' });
      return { done: `Sales are ${state}.`, sales: toSalesState(await readSales(transaction)) };
    },
    audit: () => ({ subject: { kind: 'sales', id: state } }),
  };
}

export const createSalesActions = ({
  missingSetupSteps,
}: SalesActionServices): Pick<Actions, 'sales.open' | 'sales.close'> => ({
  'sales.open': {
    async prepare() {
      const missing = await missingSetupSteps();
      if (missing.length > 0)
        throw new Refusal(
          'conflict',
          'setup_incomplete',
          `Sales cannot be opened before the set-up is complete. ${missing.map((step) => `${step}.`).join(' ')}`,
        );
    },
    ...change(true),
  },
  'sales.close': change(false),
});
