/**
 * Colours of the light and the dark scheme. Inline styles have the light colours. Classes replace them in the
 * dark scheme.
 */
import { paletteOf, type ThemeColours } from '@meridian/contracts/site/theme';

/** Colours of the build's theme. */
export const colours = {
  ground: { light: '#fbf8f2', dark: '#131c30' },
  surface: { light: '#ffffff', dark: '#1b2740' },
  ink: { light: '#17233b', dark: '#eef1f7' },
  soft: { light: '#465371', dark: '#b9c3d8' },
  line: { light: '#ded4c0', dark: '#37445f' },
  link: { light: '#0a5247', dark: '#86dcc6' },
  button: { light: '#0f6b5c', dark: '#147564' },
  onButton: { light: '#ffffff', dark: '#ffffff' },
};

type Colours = typeof colours;

/** @param brand colours of the brand */
export function coloursOf(brand: ThemeColours): Colours {
  const { light, dark, darkBackground } = paletteOf(brand);
  return {
    ground: { light: light.paper, dark: dark.paper },
    surface: { light: light.surface, dark: dark.surface },
    ink: { light: light.ink, dark: dark.ink },
    soft: { light: light['ink-soft'], dark: dark['ink-soft'] },
    line: { light: light.line, dark: dark.line },
    link: { light: light['brand-strong'], dark: dark['brand-strong'] },
    button: { light: light.brand, dark: darkBackground.brand },
    onButton: colours.onButton,
  };
}

const lightOf = (chosen: Colours) =>
  Object.fromEntries(Object.entries(chosen).map(([name, scheme]) => [name, scheme.light])) as {
    [Name in keyof Colours]: string;
  };

let current: Colours = colours;
/**
 * Light colours of the email that is being rendered. Rendering is synchronous, so two emails cannot mix their
 * colours.
 */
export const light = lightOf(colours);

/**
 * Sets the colours for the next email.
 * @param brand undefined for the colours of the build
 */
export function chooseColours(brand: ThemeColours | undefined): void {
  current = brand ? coloursOf(brand) : colours;
  Object.assign(light, lightOf(current));
}

const important = (declarations: Record<string, string>) =>
  Object.entries(declarations)
    .map(([property, value]) => `${property}:${value}!important`)
    .join(';');

const darkRules = ({ ground, surface, ink, soft, line, link, button }: Colours) => ({
  ground: { 'background-color': ground.dark, color: ink.dark },
  surface: { 'background-color': surface.dark, color: ink.dark, 'border-color': line.dark },
  ink: { color: ink.dark },
  soft: { color: soft.dark },
  line: { 'border-color': line.dark },
  link: { color: link.dark },
  button: { 'background-color': button.dark },
});

/**
 * The only style sheet, for rules that cannot be inline. Gmail drops the whole sheet if it contains anything
 * that Gmail does not know.
 */
export function styleSheet(): string {
  const rules = Object.entries(darkRules(current)).map(
    ([name, declarations]) => `.${name}{${important(declarations)}}`,
  );
  return [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    '@media (max-width:480px){.pad{padding-left:20px!important;padding-right:20px!important}}',
    `@media (prefers-color-scheme:dark){${rules.join('')}}`,
  ].join('\n');
}
