import 'react-toastify/ReactToastify.css';
import './toast-area.css';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
// The plain entry would put its styles into a style element, which the content security policy forbids.
import { ToastContainer, toast } from 'react-toastify/unstyled';
import { toastLayer } from './toast-layer.ts';

/** Top right, closed after 5000 ms, by a click too, waiting while the pointer is over it. */
export function ToastArea() {
  const layer = toastLayer();
  useEffect(() => layer.attach(), [layer]);
  return createPortal(
    <ToastContainer position="top-right" autoClose={5000} closeOnClick pauseOnHover newestOnTop />,
    layer.element,
  );
}

/** Shows a message where it can be seen: above whatever modal is open. */
export function showToast(kind: 'success' | 'error', message: string): void {
  toastLayer().raise();
  toast[kind](message);
}
