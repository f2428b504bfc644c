/** Forms that were submitted before their hydration; each is sent once after it. */
const pressed = new WeakSet<EventTarget>();

if (typeof document !== 'undefined') {
  document.addEventListener('submit', (event) => event.target && pressed.add(event.target), true);
}

/** @returns true, once, if the form was submitted before its hydration */
export function takeSubmitBeforeHydration(form: HTMLFormElement): boolean {
  return pressed.delete(form);
}
