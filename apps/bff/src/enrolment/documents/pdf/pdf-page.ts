/** A page of a tagged PDF: texts, tables, rules and codes, one below the other. */
import { instance } from '@meridian/contracts/site/instance';
import { paletteOf } from '@meridian/contracts/site/theme';
import PDFDocument from 'pdfkit';
import { encode } from 'uqr';
import { type FontFamily, fontRuns } from '../../../platform/rendering/fonts.ts';
import { shapedFont } from './shaped-font.ts';

const buildColours = { ink: '#17233B', muted: '#465371', line: '#DED4C0', brand: '#0F6B5C' };

/** The brand's colours for PDFs. */
export function pdfColours(): typeof buildColours {
  const { colours } = instance().theme;
  if (!colours) return buildColours;
  const { light } = paletteOf(colours);
  return { ink: light.ink, muted: light['ink-soft'], line: light.line, brand: light.brand };
}

export const margin = 48;
/** Text width of a portrait A4 page, in points. */
export const width = 595.28 - 2 * margin;
export const qrCodeSize = 96;
/** Ascent of Noto Sans, in ems. All fonts of a line share its baseline. */
const ascent = 1.069;

export interface Style {
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
  private readonly fonts = new Set<string>();
  /** Width between the margins, in points. */
  private readonly width: number;
  /** Top of the next block, in points. */
  y: number = margin;

  constructor(pdf: PDFKit.PDFDocument) {
    this.pdf = pdf;
    this.width = pdf.page.width - 2 * margin;
    this.root = pdf.struct('Document');
    pdf.addStructure(this.root);
  }

  /** Reads a font on its first use. */
  private font(family: FontFamily, bold: boolean): PDFKit.PDFDocument {
    const name = bold ? `${family} Bold` : family;
    if (!this.fonts.has(name))
      this.pdf.registerFont(name, shapedFont(family, bold ? '700Bold' : '400Regular'));
    this.fonts.add(name);
    return this.pdf.font(name);
  }

  /** @returns the y position below the text */
  private write(text: string, style: Style): number {
    const {
      x = margin,
      y = this.y,
      size = 9.5,
      bold = false,
      colour = pdfColours().ink,
      align = 'left',
    } = style;
    const options = { width: style.width ?? this.width, align, lineGap: 2, baseline: -ascent * size };
    this.pdf.fontSize(size).fillColor(colour);
    const [first, ...rest] = fontRuns(text);
    this.font(first.family, bold).text(first.text, x, y, { ...options, continued: rest.length > 0 });
    for (const [index, run] of rest.entries())
      this.font(run.family, bold).text(run.text, { continued: index < rest.length - 1 });
    return this.pdf.y;
  }

  private leaf(tag: string, text: string, style: Style, ends: number[]): PDFKit.PDFStructureElement {
    // The glyphs of a shaped word are not in the order of its letters. Screen readers and copied text use
    // `actual`.
    return this.pdf.struct(tag, { actual: text }, () => {
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

  /** Writes a row of a table, with its cells side by side. */
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

  /** Draws a decorative line, marked as an artifact, so that screen readers skip it. */
  rule(): void {
    this.pdf.markContent('Artifact', { type: 'Layout' });
    this.pdf
      .moveTo(margin, this.y)
      .lineTo(margin + this.width, this.y)
      .lineWidth(0.7)
      .strokeColor(pdfColours().line)
      .stroke();
    this.pdf.endMarkedContent();
    this.y += 8;
  }

  qrCode(text: string, alt: string, y: number): void {
    const { data, size } = encode(text, { ecc: 'M', border: 0 });
    const cell = qrCodeSize / size;
    const bbox: [number, number, number, number] = [margin, y, margin + qrCodeSize, y + qrCodeSize];
    const options = { alt, bbox };
    const figure = this.pdf.struct('Figure', options, () => {
      this.pdf.fillColor(pdfColours().ink);
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

export type { Page };

/**
 * Opens a tagged PDF of one A4 page.
 *
 * @param options.at time of issue, so that rendering again gives the same bytes
 * @returns the page, and a function that ends it and returns the bytes
 */
export function openPage(options: {
  title: string;
  author: string;
  at: Date;
  layout?: 'portrait' | 'landscape';
}): { page: Page; end(): Promise<Buffer> } {
  const { title, author, at, layout = 'portrait' } = options;
  const pdf = new PDFDocument({
    size: 'A4',
    layout,
    margin,
    // No default font: fonts are loaded on their first use.
    font: '',
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-IN',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  });
  const parts: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  const page = new Page(pdf);
  return {
    page,
    async end() {
      page.end();
      await done;
      return Buffer.concat(parts);
    },
  };
}
