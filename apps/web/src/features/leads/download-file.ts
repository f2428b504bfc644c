/**
 * Lets the browser download a file. A file of another site opens beside the page, which must not be left.
 * @param address path or address of the file
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
