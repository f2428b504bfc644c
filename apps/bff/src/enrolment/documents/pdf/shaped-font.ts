/**
 * A font for pdfkit that HarfBuzz shapes. fontkit forms some conjuncts incorrectly, and fails on some fonts.
 */
import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { type FontFamily, type FontWeight, fontFile } from '../../../platform/rendering/fonts.ts';
import { shapeText } from './shape.ts';

/**
 * @returns the laid-out text in the form that pdfkit reads. pdfkit scales the positions in place before it
 * reads the width.
 */
function layout(font: Font, family: FontFamily, weight: FontWeight, text: string) {
  const shaped = shapeText(family, weight, text);
  const positions = shaped.map(({ position }) => position);
  return {
    glyphs: shaped.map((glyph) =>
      font.getGlyph(
        glyph.id,
        Array.from(glyph.text, (one) => one.codePointAt(0) ?? 0),
      ),
    ),
    positions,
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  };
}

/** @returns a source for `PDFDocument.registerFont` */
export function shapedFont(family: FontFamily, weight: FontWeight): PDFKit.Mixins.PDFFontSource {
  const font = create(readFileSync(fontFile(family, weight))) as Font;
  const shaped = Object.assign(font, { layout: (text: string) => layout(font, family, weight, text) });
  // pdfkit accepts an open font, but its types do not say so.
  return shaped as unknown as PDFKit.Mixins.PDFFontSource;
}
