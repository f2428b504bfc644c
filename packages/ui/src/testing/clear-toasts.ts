import { toast } from 'react-toastify/unstyled';

/** Drops toasts that came after their page was removed: they are queued for the next page, another test's. */
export function clearToasts(): void {
  toast.dismiss();
}
