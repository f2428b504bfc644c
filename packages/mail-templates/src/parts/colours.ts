/** Colours of both schemes, those of the site's theme. Inline styles have the light ones; a class changes them in the dark. */
export const colours = {
  ground: { light: '#fbf8f2', dark: '#131c30' },
  surface: { light: '#ffffff', dark: '#1b2740' },
  ink: { light: '#17233b', dark: '#eef1f7' },
  soft: { light: '#465371', dark: '#b9c3d8' },
  line: { light: '#ded4c0', dark: '#37445f' },
  link: { light: '#0a5247', dark: '#86dcc6' },
  button: { light: '#0f6b5c', dark: '#147564' },
  onButton: { light: '#ffffff', dark: '#ffffff' },
} as const;

export const light = Object.fromEntries(
  Object.entries(colours).map(([name, scheme]) => [name, scheme.light]),
) as { [Name in keyof typeof colours]: string };

const important = (declarations: Record<string, string>) =>
  Object.entries(declarations)
    .map(([property, value]) => `${property}:${value}!important`)
    .join(';');

const darkRules = {
  ground: { 'background-color': colours.ground.dark, color: colours.ink.dark },
  surface: {
    'background-color': colours.surface.dark,
    color: colours.ink.dark,
    'border-color': colours.line.dark,
  },
  ink: { color: colours.ink.dark },
  soft: { color: colours.soft.dark },
  line: { 'border-color': colours.line.dark },
  link: { color: colours.link.dark },
  button: { 'background-color': colours.button.dark },
};

/** The only style sheet: what cannot stand inline. Gmail drops a sheet with anything that it does not know. */
export const styleSheet = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (max-width:480px){.pad{padding-left:20px!important;padding-right:20px!important}}',
  `@media (prefers-color-scheme:dark){${Object.entries(darkRules)
    .map(([name, declarations]) => `.${name}{${important(declarations)}}`)
    .join('')}}`,
].join('\n');
