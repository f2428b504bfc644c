/** Fonts for PDFs and images. The fonts built into PDF readers lack ₹ and Indian scripts. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Noto Sans covers Latin, Greek, Cyrillic and Devanagari. Each of these other scripts has its own font. */
const otherScripts = [
  'Bengali',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Malayalam',
  'Oriya',
  'Tamil',
  'Telugu',
] as const;

export const fontFamilies = [
  'Noto Sans',
  ...otherScripts.map((script) => `Noto Sans ${script}` as const),
] as const;
export type FontFamily = (typeof fontFamilies)[number];
export type FontWeight = '400Regular' | '700Bold';

/**
 * Path of a font. The build copies the fonts next to the bundle; a run from source reads them from their
 * packages.
 */
export function fontFile(family: FontFamily, weight: FontWeight): string {
  const name = `${family.replaceAll(' ', '')}_${weight}.ttf`;
  const beside = resolve(import.meta.dirname, 'fonts', name);
  if (existsSync(beside)) return beside;
  const packageName = family.toLowerCase().replaceAll(' ', '-');
  return fileURLToPath(import.meta.resolve(`@expo-google-fonts/${packageName}/${weight}/${name}`));
}

/** A part of a text in one script. Each part is shaped separately. */
export interface FontRun {
  family: FontFamily;
  text: string;
}

const scripts = ['Devanagari', ...otherScripts].map((script) => ({
  script,
  pattern: new RegExp(`\\p{Script=${script}}`, 'u'),
}));
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const familyOf = (script: string | undefined): FontFamily =>
  fontFamilies.find((family) => family === `Noto Sans ${script}`) ?? 'Noto Sans';

/** @returns the text split where the script changes, in order; at least one part */
export function fontRuns(text: string): [FontRun, ...FontRun[]] {
  const parts: { script: string | undefined; text: string }[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const script = scripts.find(({ pattern }) => pattern.test(segment))?.script;
    const last = parts.at(-1);
    if (last && last.script === script) last.text += segment;
    else parts.push({ script, text: segment });
  }
  const [first = { script: undefined, text: '' }, ...rest] = parts;
  const runOf = (part: typeof first): FontRun => ({ family: familyOf(part.script), text: part.text });
  return [runOf(first), ...rest.map(runOf)];
}
