/**
 * Colours of all parts of the product, derived from the five colours of a brand. Colours have the form
 * `#rrggbb`.
 */

export interface ThemeColours {
  /** Text, and dark backgrounds. */
  readonly ink: string;
  /** Main colour: buttons, links. */
  readonly brand: string;
  /** Highlight, used once per screen. */
  readonly accent: string;
  /** Warnings. */
  readonly alert: string;
  /** Background of pages. */
  readonly paper: string;
}

type Rgb = readonly [red: number, green: number, blue: number];
const white = '#ffffff';
const black = '#000000';

const toRgb = (colour: string): Rgb => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
];

/** @param share of the second colour, 0 to 1 */
function mix(from: string, to: string, share: number): string {
  const [a, b] = [toRgb(from), toRgb(to)];
  const channel = (index: 0 | 1 | 2) =>
    Math.round(a[index] + (b[index] - a[index]) * share)
      .toString(16)
      .padStart(2, '0');
  return `#${channel(0)}${channel(1)}${channel(2)}`;
}

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const linear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  const [red, green, blue] = toRgb(colour);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Darkens or lightens a colour until it is readable on all background colours. */
function readable(colour: string, towards: string, grounds: readonly string[], ratio: number): string {
  for (let share = 0; share < 1; share += 0.02) {
    const shade = mix(colour, towards, share);
    if (grounds.every((ground) => contrast(shade, ground) >= ratio)) return shade;
  }
  return towards;
}

const text = 4.5;
const strongText = 7;
const graphics = 3;

/**
 * Pairs of colours, each with its contrast and the required contrast: that of WCAG AAA for text in ink on
 * paper
 * and white, of WCAG AA for the others.
 */
const requirements = ({ ink, brand, accent, alert, paper }: ThemeColours) =>
  [
    ['ink', 'paper', contrast(ink, paper), strongText],
    ['ink', 'white', contrast(ink, white), strongText],
    ['brand', 'white', contrast(brand, white), text],
    ['ink', 'accent', contrast(ink, accent), text],
    ['alert', 'white', contrast(alert, white), graphics],
  ] as const;

/** @returns one sentence per pair whose contrast is too low */
export function contrastFaults(colours: ThemeColours): string[] {
  return requirements(colours)
    .filter(([, , ratio, required]) => ratio < required)
    .map(
      ([one, other, ratio, required]) =>
        `${one} on ${other} has a contrast of ${(Math.floor(ratio * 10) / 10).toFixed(1)}, and needs ${required}`,
    );
}

/**
 * Colours of both schemes by their names in the style sheet. Backgrounds and drawings have separate colours
 * from text.
 */
export function paletteOf({ ink, brand, accent, alert, paper }: ThemeColours) {
  const sand = mix(paper, ink, 0.07);
  const soft = (colour: string) => mix(colour, white, 0.85);
  const light = {
    ink,
    'ink-soft': readable(mix(ink, paper, 0.3), ink, [sand, white], text),
    'ink-deep': mix(ink, black, 0.35),
    brand,
    'brand-strong': readable(mix(brand, black, 0.23), black, [sand, soft(brand)], text),
    'brand-soft': soft(brand),
    'brand-faint': mix(brand, white, 0.94),
    accent,
    'accent-strong': readable(accent, black, [sand, mix(accent, white, 0.72)], text),
    'accent-soft': mix(accent, white, 0.72),
    alert,
    'alert-strong': readable(alert, black, [sand, soft(alert)], text),
    'alert-soft': soft(alert),
    paper,
    sand,
    line: mix(paper, ink, 0.14),
    'line-strong': readable(mix(paper, ink, 0.45), ink, [paper, white], graphics),
    surface: white,
  };
  const ground = mix(ink, black, 0.2);
  const surface = mix(ink, white, 0.05);
  const darkSand = mix(ink, white, 0.13);
  const darkSoft = (colour: string) => mix(colour, ground, 0.75);
  const onDark = (colour: string, ratio: number) =>
    readable(colour, white, [surface, darkSand, darkSoft(colour)], ratio);
  const dark = {
    ink: mix(ink, white, 0.94),
    'ink-soft': readable(mix(ink, white, 0.72), white, [surface, darkSand], text),
    brand: onDark(brand, text),
    'brand-strong': onDark(mix(brand, white, 0.3), text),
    'brand-soft': darkSoft(brand),
    'brand-faint': mix(brand, ground, 0.9),
    'accent-strong': onDark(accent, text),
    alert: readable(alert, white, [surface], graphics),
    'alert-strong': onDark(alert, text),
    'alert-soft': darkSoft(alert),
    paper: ground,
    sand: darkSand,
    line: mix(ink, white, 0.2),
    'line-strong': readable(mix(ink, white, 0.4), white, [surface], graphics),
    surface,
  };
  const darkBackground = {
    ink: mix(ink, black, 0.4),
    'ink-deep': mix(ink, black, 0.55),
    brand,
    'brand-strong': mix(brand, black, 0.23),
    'accent-soft': darkSoft(accent),
  };
  return { light, dark, darkBackground };
}

/**
 * Names in theme.css that also have their own values for backgrounds (`backgrounds`), because the same names
 * are
 * also text colours, and for drawings (`fills`, `strokes`). In the dark scheme, drawings keep the light
 * values.
 */
const backgrounds = ['ink', 'ink-deep', 'brand', 'brand-strong', 'accent-soft'] as const;
const fills = [
  'ink',
  'ink-soft',
  'brand',
  'brand-strong',
  'brand-soft',
  'brand-faint',
  'accent-strong',
  'alert',
  'alert-soft',
  'paper',
  'sand',
  'line',
  'surface',
] as const;
const strokes = ['ink', 'ink-soft', 'brand', 'brand-soft', 'alert', 'line'] as const;

const declare = (kind: string, values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, colour]) => `--${kind}-${name}:${colour};`)
    .join('');

const serif = "Georgia, 'Noto Serif', 'Times New Roman', serif";
/** System fonts, as alternatives to Figtree, the font of the build. They need no download. */
const fontStacks = {
  figtree: undefined,
  system: { text: 'system-ui, sans-serif', display: 'system-ui, sans-serif' },
  serif: { text: 'system-ui, sans-serif', display: serif },
} as const;

export const fontNames = Object.keys(fontStacks) as (keyof typeof fontStacks)[];
export type FontName = keyof typeof fontStacks;

/** CSS that replaces the fonts of the build; it must follow the CSS of the build. */
export function fontStyle(font: FontName): string {
  const stack = fontStacks[font];
  return stack ? `:root{--font-sans:${stack.text};--font-display:${stack.display}}` : '';
}

/**
 * CSS that replaces the colours of the build; it must follow the CSS of the build. Print keeps the colours of
 * the build.
 */
export function themeStyle(colours: ThemeColours): string {
  const { light, dark, darkBackground } = paletteOf(colours);
  const pick = (names: readonly (keyof typeof light)[]) =>
    Object.fromEntries(names.map((name) => [name, light[name]]));
  const bright = declare('color', light) + declare('background-color', pick(backgrounds));
  const drawings = declare('fill', pick(fills)) + declare('stroke', pick(strokes));
  const darkRules = declare('color', dark) + declare('background-color', darkBackground);
  return `@media screen{:root{${bright}${drawings}--focus-ring:${light.ink}}@media (prefers-color-scheme:dark){:root{${darkRules}--focus-ring:#ffffff;--focus-gap:${darkBackground['ink-deep']}}.bg-accent,.bg-white{--color-ink:${light.ink};--color-ink-soft:${light['ink-soft']}}}@media (prefers-color-scheme:light){.bg-ink,.bg-ink-deep,.bg-brand-strong{--focus-gap:${light['ink-deep']}}.bg-surface{--focus-ring:${light.ink}}}}`;
}
