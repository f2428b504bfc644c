import 'react-toastify/ReactToastify.css';
import './toast-area.css';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
// The default entry point injects a style element, which the content security policy forbids.
import { ToastContainer, toast } from 'react-toastify/unstyled';
import { toastLayer } from './toast-layer.ts';

/**
 * Area of the toasts, top right. A toast closes after 5000 ms or on a click, and its timer pauses on hover.
 */
export function ToastArea() {
  const layer = toastLayer();
  useEffect(() => layer.attach(), [layer]);
  return createPortal(
    <ToastContainer position="top-right" autoClose={5000} closeOnClick pauseOnHover newestOnTop />,
    layer.element,
  );
}

/** Shows a toast above any open modal. */
export function showToast(kind: 'success' | 'error', message: string): void {
  toastLayer().raise();
  toast[kind](message);
}
