/**
 * A form stands on the page before its code does. Whoever presses its button by then is not lost: the form is
 * remembered here and sent as soon as its code has taken over.
 */
const pressed = new WeakSet<EventTarget>();

if (typeof document !== 'undefined') {
  document.addEventListener('submit', (event) => event.target && pressed.add(event.target), true);
}

/** @returns true, once, where the form was submitted before its code was there */
export function takeEarlySubmit(form: HTMLFormElement): boolean {
  return pressed.delete(form);
}
