import { toast } from 'react-toastify/unstyled';

/**
 * Drops toasts that a test showed after its page was removed, so that the page of the next test does not show
 * them.
 */
export function clearToasts(): void {
  toast.dismiss();
}
