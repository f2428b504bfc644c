/** Renders a document as a tagged PDF of one A4 page. The same content gives the same bytes. Runs in the worker thread. */
import type { PdfContent } from './pdf-content.ts';
import { margin, openPage, type Page, pdfColours, qrCodeSize, type Style, width } from './pdf-page.ts';

/** Left edge, width and alignment of each column. */
const columns = [
  { x: margin, width: 236, align: 'left' },
  { x: margin + 240, width: 60, align: 'left' },
  { x: margin + 300, width: 36, align: 'right' },
  { x: margin + 340, width: 76, align: 'right' },
  { x: margin + 420, width: width - 420, align: 'right' },
] as const;

function drawHead(page: Page, content: PdfContent): void {
  page.text('H1', content.title, { size: 20, bold: true, colour: pdfColours().brand });
  page.text('P', content.copy, { size: 8, colour: pdfColours().muted });
  page.y += 8;
  const top = page.y;
  const [name = '', ...lines] = content.supplier;
  page.text('P', name, { bold: true, width: 270, size: 10.5 });
  for (const one of lines) page.text('P', one, { width: 270 });
  const supplierEnd = page.y;
  page.y = top;
  page.table(
    content.facts.map(([label, value]) => ({
      tag: 'TD' as const,
      cells: [
        [label, { x: margin + 290, width: 84, colour: pdfColours().muted }],
        [value, { x: margin + 376, width: width - 376 }],
      ],
      gap: 1,
    })),
  );
  page.y = Math.max(page.y, supplierEnd) + 10;
  page.rule();
  page.text('H2', 'Recipient', { bold: true, colour: pdfColours().muted });
  for (const [index, one] of content.buyer.entries()) page.text('P', one, { bold: index === 0, width: 330 });
  page.y += 12;
  page.rule();
}

function drawSums(page: Page, content: PdfContent): void {
  const style = { x: margin + 240, width: 176 };
  const last = columns[4];
  const row = ([label, value]: readonly [string, string], bold: boolean) => ({
    tag: 'TD' as const,
    cells: [
      [
        label,
        { ...style, bold, colour: bold ? pdfColours().ink : pdfColours().muted, size: bold ? 11 : 9.5 },
      ],
      [value, { x: last.x - 40, width: last.width + 40, align: 'right', bold, size: bold ? 11 : 9.5 }],
    ] as [string, Style][],
  });
  page.table([
    ...content.sums.map((sum) => row(sum, false)),
    row(content.total, true),
    ...content.paid.map((sum) => row(sum, false)),
  ]);
}

/** @returns the bytes of the PDF */
export async function renderPdf(content: PdfContent, issuedAt: Date): Promise<Buffer> {
  const number = content.facts[0]?.[1] ?? '';
  const { page, end } = openPage({
    title: `${content.title} ${number}`,
    author: content.supplier[0] ?? '',
    at: issuedAt,
  });
  drawHead(page, content);
  const cells = (texts: readonly string[], style: Style) =>
    columns.map((column, index): [string, Style] => [texts[index] ?? '', { ...column, ...style }]);
  page.table([
    { tag: 'TH', cells: cells(content.columns, { bold: true, colour: pdfColours().muted }), gap: 6 },
  ]);
  page.rule();
  page.table([{ tag: 'TD', cells: cells(content.item, {}), gap: 6 }]);
  page.rule();
  drawSums(page, content);
  page.y += 20;
  page.rule();
  const { signedQr } = content;
  const place = signedQr === null ? {} : { x: margin + qrCodeSize + 16, width: width - qrCodeSize - 16 };
  if (signedQr !== null) {
    page.qrCode(signedQr, 'Code signed by the registration portal', page.y);
    page.text('P', 'Registered with the invoice registration portal.', place);
  }
  for (const footnote of content.footnotes)
    page.text('P', footnote, { ...place, colour: pdfColours().muted });
  return end();
}
