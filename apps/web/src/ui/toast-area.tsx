import 'react-toastify/ReactToastify.css';
// The plain entry would put its styles into a style element, which the content security policy forbids.
import { ToastContainer, toast } from 'react-toastify/unstyled';

/** Top right, closed after 5000 ms, by a click too, waiting while the pointer is over it. */
export function ToastArea() {
  return <ToastContainer position="top-right" autoClose={5000} closeOnClick pauseOnHover newestOnTop />;
}

export { toast };
