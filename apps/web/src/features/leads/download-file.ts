/**
 * Starts a download. A file on another site opens in a new tab, so that the page stays open.
 * @param address path or URL of the file
 */
export function downloadFile(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  if (new URL(address, location.href).origin !== location.origin) {
    link.target = '_blank';
    link.rel = 'noopener';
  }
  document.body.append(link);
  link.click();
  link.remove();
}
