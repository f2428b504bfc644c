import { codeLoad } from '../../routing/code-load.ts';
import { outboxKey } from './outbox-key.ts';

function isWaiting(): boolean {
  try {
    return sessionStorage.getItem(outboxKey) !== null;
  } catch {
    return false;
  }
}

/**
 * After a reload: what waited for the network goes on waiting, whether or not the page shows its form. The outbox
 * comes with the forms' code and starts by itself.
 */
if (typeof document !== 'undefined' && isWaiting()) void codeLoad(() => import('./lead-form.tsx')).arrival();
