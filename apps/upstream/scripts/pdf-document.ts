/** Renders Markdown as a PDF in the provider's style. */
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { marked, type Token, type Tokens } from 'marked';
import PDFDocument from 'pdfkit';
import { columnWidths } from './pdf-table.ts';
import { piecesOf, plainText, settable } from './pdf-text.ts';

const ink = '#17233B';
const brandColour = '#0F6B5C';
const accent = '#E8A33D';
const soft = '#465371';
const line = '#DED4C0';

const marginPoints = 56;
/** Fixed, so that equal text gives equal bytes. */
const creationDate = new Date('2026-01-01T00:00:00Z');

const headings: Record<number, { size: number; above: number }> = {
  1: { size: 22, above: 18 },
  2: { size: 16, above: 18 },
  3: { size: 12.5, above: 12 },
};

class MarkdownSetter {
  private readonly pdf: PDFKit.PDFDocument;

  constructor(pdf: PDFKit.PDFDocument) {
    this.pdf = pdf;
  }

  private get width(): number {
    return this.pdf.page.width - 2 * marginPoints;
  }

  private inline(tokens: readonly Token[], indent: number): void {
    const pieces = piecesOf(tokens, { bold: false, italic: false }).filter(({ text }) => text !== '');
    this.pdf.fontSize(11).fillColor(ink);
    pieces.forEach((piece, index) => {
      const style = piece.bold ? (piece.italic ? '-BoldOblique' : '-Bold') : piece.italic ? '-Oblique' : '';
      this.pdf.font(`Helvetica${style}`);
      const options = { continued: index < pieces.length - 1, width: this.width - indent, lineGap: 3 };
      if (index === 0) this.pdf.text(piece.text, marginPoints + indent, undefined, options);
      else this.pdf.text(piece.text, options);
    });
    this.pdf.moveDown(0.5);
  }

  private keepTogether(points: number): void {
    if (this.pdf.y + points > this.pdf.page.height - marginPoints) this.pdf.addPage();
  }

  private list(token: Tokens.List): void {
    token.items.forEach((item, index) => {
      this.keepTogether(20);
      const mark = token.ordered ? `${Number(token.start || 1) + index}.` : '•';
      const { y } = this.pdf;
      this.pdf
        .font('Helvetica-Bold')
        .fontSize(11)
        .fillColor(brandColour)
        .text(mark, marginPoints, y, { lineBreak: false });
      this.pdf.y = y;
      for (const child of item.tokens) {
        if (child.type === 'list') this.list(child as Tokens.List);
        else this.inline('tokens' in child && child.tokens ? child.tokens : [child], 18);
      }
    });
    this.pdf.moveDown(0.2);
  }

  private table(token: Tokens.Table): void {
    const rows = [token.header, ...token.rows].map((row) => row.map((cell) => plainText(cell.tokens)));
    const widths = columnWidths(this.pdf, rows, this.width);
    rows.forEach((row, index) => {
      this.pdf.font(index === 0 ? 'Helvetica-Bold' : 'Helvetica').fontSize(9.5);
      const height =
        Math.max(
          ...row.map((cell, column) => this.pdf.heightOfString(cell, { width: (widths[column] ?? 60) - 10 })),
        ) + 9;
      this.keepTogether(height);
      const { y } = this.pdf;
      let x = marginPoints;
      row.forEach((cell, column) => {
        const width = widths[column] ?? 60;
        if (index === 0) this.pdf.rect(x, y, width, height).fill('#EEF7F3');
        this.pdf.fillColor(ink).text(cell, x + 5, y + 5, { width: width - 10 });
        this.pdf.rect(x, y, width, height).lineWidth(0.6).stroke(line);
        x += width;
      });
      this.pdf.x = marginPoints;
      this.pdf.y = y + height;
    });
    this.pdf.moveDown(0.8);
  }

  set(tokens: readonly Token[]): void {
    for (const token of tokens) {
      switch (token.type) {
        case 'heading': {
          const { size, above } = headings[token.depth] ?? { size: 11.5, above: 8 };
          this.keepTogether(above + size + 40);
          this.pdf.y += above;
          this.pdf
            .font('Helvetica-Bold')
            .fontSize(size)
            .fillColor(token.depth > 2 ? ink : brandColour);
          this.pdf.text(plainText(token.tokens ?? []), marginPoints, undefined, { width: this.width });
          this.pdf.moveDown(0.35);
          break;
        }
        case 'paragraph':
          this.keepTogether(30);
          this.inline(token.tokens ?? [], 0);
          break;
        case 'list':
          this.list(token as Tokens.List);
          break;
        case 'table':
          this.table(token as Tokens.Table);
          break;
        case 'blockquote':
          this.inline(
            (token.tokens ?? []).flatMap((child) => ('tokens' in child && child.tokens) || [child]),
            24,
          );
          break;
        case 'code':
          this.pdf.font('Courier').fontSize(9.5).fillColor(ink);
          this.pdf.text(settable(String(token.text)), marginPoints + 12, undefined, {
            width: this.width - 24,
          });
          this.pdf.moveDown(0.6);
          break;
        case 'hr':
          this.keepTogether(20);
          this.pdf
            .moveTo(marginPoints, this.pdf.y + 6)
            .lineTo(marginPoints + this.width, this.pdf.y + 6)
            .lineWidth(0.8)
            .stroke(line);
          this.pdf.moveDown(1);
          break;
      }
    }
  }
}

function setCover(pdf: PDFKit.PDFDocument, title: string, kind: string, publisher: string): void {
  const { width, height } = pdf.page;
  pdf.rect(0, 0, width, height).fill(ink);
  pdf.circle(width - 70, 110, 130).fill(accent);
  pdf.ellipse(width * 0.75, height + 20, width * 0.65, 190).fill(brandColour);
  pdf
    .font('Helvetica-Bold')
    .fontSize(13)
    .fillColor(accent)
    .text(kind, marginPoints, height * 0.36);
  pdf
    .fontSize(34)
    .fillColor('#FFFFFF')
    .text(settable(title), marginPoints, pdf.y + 10, { width: width - 2 * marginPoints - 30, lineGap: 4 });
  pdf
    .font('Helvetica')
    .fontSize(13)
    .fillColor('#D7EDE6')
    .text(publisher, marginPoints, height - 96);
}

export interface PdfText {
  title: string;
  /** Kind of document, above the title. */
  kind: string;
  publisher: string;
  markdown: string;
}

/**
 * Writes a PDF: cover, text, page numbers.
 * @param path output file, overwritten
 */
export async function writePdf(path: string, { title, kind, publisher, markdown }: PdfText): Promise<void> {
  const pdf = new PDFDocument({
    size: 'A5',
    margin: marginPoints,
    bufferPages: true,
    info: { Title: settable(title), Author: publisher, CreationDate: creationDate, ModDate: creationDate },
  });
  const file = createWriteStream(path);
  pdf.pipe(file);
  setCover(pdf, title, kind, publisher);
  pdf.addPage();
  new MarkdownSetter(pdf).set(marked.lexer(markdown));
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start + 1; page < start + count; page += 1) {
    pdf.switchToPage(page);
    // The footer is in the margin, where text would start a new page.
    pdf.page.margins.bottom = 0;
    pdf.font('Helvetica').fontSize(8.5).fillColor(soft);
    pdf.text(`${publisher}  ·  ${page}`, marginPoints, pdf.page.height - 34, { lineBreak: false });
  }
  pdf.end();
  await finished(file);
}
