/** Cells as spreadsheets write them. */

/** @returns `2026-12-05` of `05-12-2026` and `5/12/2026`; other texts as they are */
export function isoDay(text: string): string {
  const [, day = '', month = '', year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? [];
  return year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

export const isNo = (text: string): boolean => /^(?:no|n|false|0)$/i.test(text);
