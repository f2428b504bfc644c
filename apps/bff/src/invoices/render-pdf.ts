/** Renders a document as a tagged PDF of one A4 page. The same content gives the same bytes. Runs in the worker thread. */
import PDFDocument from 'pdfkit';
import { encode } from 'uqr';
import { documentFonts } from './fonts.ts';
import type { PdfContent } from './pdf-content.ts';

const ink = '#17233B';
const mutedInk = '#465371';
const line = '#DED4C0';
const brand = '#0F6B5C';

const margin = 48;
const width = 595.28 - 2 * margin;
const right = margin + width;
const qrCodeSize = 96;

/** Left edge, width and alignment of each column of the table. */
const columns = [
  { x: margin, width: 236, align: 'left' },
  { x: margin + 240, width: 60, align: 'left' },
  { x: margin + 300, width: 36, align: 'right' },
  { x: margin + 340, width: 76, align: 'right' },
  { x: margin + 420, width: width - 420, align: 'right' },
] as const;

interface Style {
  x?: number;
  y?: number;
  width?: number;
  size?: number;
  bold?: boolean;
  colour?: string;
  align?: 'left' | 'right';
}

class Page {
  private readonly pdf: PDFKit.PDFDocument;
  private readonly root: PDFKit.PDFStructureElement;
  /** Where the next block begins. */
  y: number = margin;

  constructor(pdf: PDFKit.PDFDocument) {
    this.pdf = pdf;
    this.root = pdf.struct('Document');
    pdf.addStructure(this.root);
  }

  /** @returns where the text ends */
  private write(text: string, style: Style): number {
    const { x = margin, y = this.y, size = 9.5, bold = false, colour = ink, align = 'left' } = style;
    const options = { width: style.width ?? width, align, lineGap: 2 };
    this.pdf
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(colour)
      .text(text, x, y, options);
    return this.pdf.y;
  }

  private leaf(tag: string, text: string, style: Style, ends: number[]): PDFKit.PDFStructureElement {
    return this.pdf.struct(tag, {}, () => {
      ends.push(this.write(text, style));
    });
  }

  text(tag: string, text: string, style: Style = {}): void {
    const ends: number[] = [];
    const element = this.leaf(tag, text, style, ends);
    this.root.add(element);
    element.end();
    this.y = Math.max(this.y, ...ends);
  }

  /** A row of a table; cells beside each other. */
  private row(tag: 'TH' | 'TD', cells: readonly [string, Style][], table: PDFKit.PDFStructureElement): void {
    const ends: number[] = [];
    const row = this.pdf.struct('TR');
    table.add(row);
    for (const [text, style] of cells) {
      const cell = this.leaf(tag, text, style, ends);
      row.add(cell);
      cell.end();
    }
    row.end();
    this.y = Math.max(this.y, ...ends);
  }

  table(rows: readonly { tag: 'TH' | 'TD'; cells: readonly [string, Style][]; gap?: number }[]): void {
    const table = this.pdf.struct('Table');
    this.root.add(table);
    for (const { tag, cells, gap = 3 } of rows) {
      this.row(tag, cells, table);
      this.y += gap;
    }
    table.end();
  }

  /** Decorative: marked as an artifact, so that screen readers skip it. */
  rule(): void {
    this.pdf.markContent('Artifact', { type: 'Layout' });
    this.pdf.moveTo(margin, this.y).lineTo(right, this.y).lineWidth(0.7).strokeColor(line).stroke();
    this.pdf.endMarkedContent();
    this.y += 8;
  }

  qrCode(text: string, alt: string, y: number): void {
    const { data, size } = encode(text, { ecc: 'M', border: 0 });
    const cell = qrCodeSize / size;
    const bbox: [number, number, number, number] = [margin, y, margin + qrCodeSize, y + qrCodeSize];
    const options = { alt, bbox };
    const figure = this.pdf.struct('Figure', options, () => {
      this.pdf.fillColor(ink);
      for (const [row, cells] of data.entries())
        for (const [column, isDark] of cells.entries())
          if (isDark) this.pdf.rect(margin + column * cell, y + row * cell, cell, cell);
      this.pdf.fill();
    });
    this.root.add(figure);
    figure.end();
  }

  end(): void {
    this.root.end();
    this.pdf.end();
  }
}

function drawHead(page: Page, content: PdfContent): void {
  page.text('H1', content.title, { size: 20, bold: true, colour: brand });
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
        [label, { x: margin + 290, width: 84, colour: mutedInk }],
        [value, { x: margin + 376, width: width - 376 }],
      ],
      gap: 1,
    })),
  );
  page.y = Math.max(page.y, supplierEnd) + 10;
  page.rule();
  page.text('H2', 'Recipient', { bold: true, colour: mutedInk });
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
      [label, { ...style, bold, colour: bold ? ink : mutedInk, size: bold ? 11 : 9.5 }],
      [value, { x: last.x - 40, width: last.width + 40, align: 'right', bold, size: bold ? 11 : 9.5 }],
    ] as [string, Style][],
  });
  page.table([...content.sums.map((sum) => row(sum, false)), row(content.total, true)]);
}

/** @returns the bytes of the PDF */
export async function renderPdf(content: PdfContent, issuedAt: Date): Promise<Buffer> {
  const { regular, bold } = documentFonts();
  const number = content.facts[0]?.[1] ?? '';
  const pdf = new PDFDocument({
    ...{
      size: 'A4',
      margin,
      font: regular,
      pdfVersion: '1.7',
      tagged: true,
      lang: 'en-IN',
      displayTitle: true,
    },
    // The time of issue, so that rendering again gives the same bytes.
    info: {
      ...{ Title: `${content.title} ${number}`, Author: content.supplier[0] ?? '' },
      ...{ CreationDate: issuedAt, ModDate: issuedAt },
    },
  });
  const parts: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  pdf.registerFont('regular', regular);
  pdf.registerFont('bold', bold);
  const page = new Page(pdf);
  drawHead(page, content);
  const cells = (texts: readonly string[], style: Style) =>
    columns.map((column, index): [string, Style] => [texts[index] ?? '', { ...column, ...style }]);
  page.table([{ tag: 'TH', cells: cells(content.columns, { bold: true, colour: mutedInk }), gap: 6 }]);
  page.rule();
  page.table([{ tag: 'TD', cells: cells(content.item, {}), gap: 6 }]);
  page.rule();
  drawSums(page, content);
  page.y += 20;
  page.rule();
  const qrCodeTop = page.y;
  const isRegistered = content.signedQr !== null;
  const alt = isRegistered
    ? 'Code signed by the registration portal'
    : 'Code with the address of the receipt';
  page.qrCode(content.signedQr ?? content.receiptUrl, alt, qrCodeTop);
  const beside = { x: margin + qrCodeSize + 16, width: width - qrCodeSize - 16 };
  page.text(
    'P',
    isRegistered ? 'Registered with the invoice registration portal.' : 'The code leads to your receipt.',
    beside,
  );
  for (const footnote of content.footnotes) page.text('P', footnote, { ...beside, colour: mutedInk });
  page.end();
  await done;
  return Buffer.concat(parts);
}
