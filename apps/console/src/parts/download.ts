export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

/** Saves a CSV text as a file for a spreadsheet program. */
export function downloadCsv(name: string, text: string): void {
  // Without a byte order mark, Excel does not read a file as UTF-8.
  saveFile(name, new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
}
