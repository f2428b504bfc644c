// Polyfills for jsdom: modals, scrolling and window dimensions.
const dialog = HTMLDialogElement.prototype;
dialog.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
dialog.close ??= function close(this: HTMLDialogElement) {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.scrollTo ??= () => undefined;
// As with TLS; the user-event library replaces it at its first use, and never takes it away again.
if (!('clipboard' in navigator))
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: () => Promise.resolve() },
  });
