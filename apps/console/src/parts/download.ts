/** Saves text as a file for a spreadsheet. */
export function downloadCsv(name: string, text: string): void {
  // Without a byte order mark Excel takes UTF-8 for another encoding.
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
