/**
 * Column widths of a table: at least the longest word; the rest goes to the columns with most text.
 * @param rows cell texts, header first
 * @param width of the table, in points
 * @returns widths in points
 */
export function columnWidths(
  pdf: PDFKit.PDFDocument,
  rows: readonly (readonly string[])[],
  width: number,
): number[] {
  const [header = []] = rows;
  const longest = header.map((_, column) =>
    Math.min(60, Math.max(...rows.map((row) => row[column]?.length ?? 0), 6)),
  );
  pdf.font('Helvetica-Bold').fontSize(9.5);
  const least = longest.map((_, column) => {
    const words = rows.flatMap((row) => (row[column] ?? '').split(/\s+/));
    return Math.min(width / longest.length, Math.max(...words.map((word) => pdf.widthOfString(word))) + 12);
  });
  const spare = width - least.reduce((sum, each) => sum + each, 0);
  const total = longest.reduce((sum, length) => sum + length, 0);
  return longest.map((length, column) => (least[column] ?? 0) + (spare * length) / total);
}
