import { toast } from 'react-toastify/unstyled';

/**
 * Drops toasts that were shown after their page was removed. Otherwise the next test's page would show them.
 */
export function clearToasts(): void {
  toast.dismiss();
}
