/** Forms that were submitted before their hydration. Each is sent once, after hydration. */
const pressed = new WeakSet<EventTarget>();

if (typeof document !== 'undefined') {
  document.addEventListener('submit', (event) => event.target && pressed.add(event.target), true);
}

/** @returns true if the form was submitted before its hydration; false at further calls */
export function takeSubmitBeforeHydration(form: HTMLFormElement): boolean {
  return pressed.delete(form);
}
