/** Parses cells in the formats that spreadsheets write. */

/** @returns `2026-12-05` for `05-12-2026` and `5/12/2026`; other texts unchanged */
export function isoDay(text: string): string {
  const [, day = '', month = '', year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? [];
  return year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

export const isNo = (text: string): boolean => /^(?:no|n|false|0)$/i.test(text);
