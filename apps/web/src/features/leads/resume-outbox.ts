import { codeLoad } from '../../routing/code-load.ts';
import { outboxKey } from './outbox-key.ts';

function isWaiting(): boolean {
  try {
    return sessionStorage.getItem(outboxKey) !== null;
  } catch {
    return false;
  }
}

/** After a reload, loads the forms' code with the outbox if submissions are queued. */
if (typeof document !== 'undefined' && isWaiting()) void codeLoad(() => import('./lead-form.tsx')).arrival();
