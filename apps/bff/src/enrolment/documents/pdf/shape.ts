/**
 * Shapes text with HarfBuzz. In Indian scripts, conjuncts and vowel signs do not have one glyph per
 * character.
 */
import { readFileSync } from 'node:fs';
import { Blob, Buffer, ClusterLevel, Face, Font, shape } from 'harfbuzzjs';
import { type FontFamily, type FontWeight, fontFile, fontRuns } from '../../../platform/rendering/fonts.ts';

/** A glyph with its position, in font units. */
export interface ShapedGlyph {
  /** 0 if the font has no glyph for the character. */
  id: number;
  /** The characters that the glyph represents; empty for further glyphs of the same characters. */
  text: string;
  position: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number };
}

const fonts = new Map<string, Font>();

function openFont(file: string): Font {
  const font = fonts.get(file) ?? new Font(new Face(new Blob(readFileSync(file))));
  fonts.set(file, font);
  return font;
}

/**
 * @param text text in one script
 * @returns its glyphs from left to right
 */
export function shapeText(family: FontFamily, weight: FontWeight, text: string): ShapedGlyph[] {
  const buffer = new Buffer();
  buffer.setClusterLevel(ClusterLevel.CHARACTERS);
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(openFont(fontFile(family, weight)), buffer);
  const positions = buffer.getGlyphPositions();
  const infos = buffer.getGlyphInfos();
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((one, other) => one - other);
  return infos.map(({ codepoint: id, cluster }, index) => {
    const end = starts[starts.indexOf(cluster) + 1];
    const { xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    return {
      id,
      text: infos[index - 1]?.cluster === cluster ? '' : text.slice(cluster, end),
      position: { xAdvance, yAdvance, xOffset, yOffset },
    };
  });
}

/** @returns true if documents have a glyph for each character of a text */
export function hasGlyphs(text: string): boolean {
  const runs = text.split('\n').flatMap(fontRuns);
  return runs.every((run) => shapeText(run.family, '400Regular', run.text).every(({ id }) => id !== 0));
}
