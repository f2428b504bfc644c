/** Draws the preview image for links: an SVG with name, colours and logo. */
import type { ThemeColours } from '@meridian/contracts/site/theme';

export const socialSize = { width: 1200, height: 630 } as const;

/** Colours of the build's theme. */
const buildColours = { ink: '#17233b', brand: '#0f6b5c', accent: '#e8a33d' };
const margin = 80;
const maxLineLength = 20;
const maxFontSize = 96;
/** Maximum height of all lines of the name, in pixels. */
const nameHeight = 260;
const lineHeight = 1.2;
/** Width of an average character of wide texts, relative to the font size. */
const characterWidth = 0.68;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeXml = (text: string) => text.replace(/[&<>]/g, (character) => entities[character] ?? character);

/** @returns the text in lines, broken only between words */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= maxLineLength) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/**
 * @param brand `logo` is an SVG
 * @returns an SVG with text in Noto Sans
 */
export function socialDrawing(brand: {
  name: string;
  colours: ThemeColours | undefined;
  logo: Buffer | undefined;
}): string {
  const { width, height } = socialSize;
  const { ink, brand: main, accent } = brand.colours ?? buildColours;
  const lines = linesOf(brand.name);
  const longest = Math.max(...lines.map((line) => line.length));
  const size = Math.floor(
    Math.min(
      maxFontSize,
      nameHeight / (lines.length * lineHeight),
      (width - 2 * margin) / (longest * characterWidth),
    ),
  );
  const texts = lines.map(
    (line, index) =>
      `<text x="${margin}" y="${280 + Math.round(size * (1 + index * lineHeight))}">${escapeXml(line)}</text>`,
  );
  const logo =
    brand.logo &&
    `<image href="data:image/svg+xml;base64,${brand.logo.toString('base64')}" x="${margin}" y="${margin}" width="150" height="150"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${ink}"/>`,
    `<rect y="${height - 30}" width="${width}" height="30" fill="${main}"/>`,
    `<rect x="${margin}" y="${height - 30}" width="150" height="30" fill="${accent}"/>`,
    logo ?? '',
    `<g font-family="Noto Sans" font-weight="700" font-size="${size}" fill="#ffffff">${texts.join('')}</g>`,
    '</svg>',
  ].join('');
}
