/** Takes from Lucide its drawings alone: what its icons can do beside that is more code than a page's icons have. */
import type { Plugin } from 'vite';

const makerFile = /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/;
const iconFile = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;

/** The attributes of Lucide's drawings. The words beside it say what it means. */
const maker = `
import { createElement } from 'react';
const drawing = {
  viewBox: '0 0 24 24', width: 24, height: 24, fill: 'none', stroke: 'currentColor', strokeWidth: 2,
  strokeLinecap: 'round', strokeLinejoin: 'round', 'aria-hidden': 'true',
};
export default function createIcon({ node }) {
  const parts = node.map(([name, attributes]) => createElement(name, attributes));
  return (props) => createElement('svg', { ...drawing, ...props }, ...parts);
}
`;

/** @param code text of an icon's module @returns the same without names and keys */
export function drawingOnly(code: string): string {
  return code
    .replace(/^ {2}(?:name: "[^"]*"|size: 24|aliases: \[[^\]]*\]),?\n/gm, '')
    .replace(/,?\s*key: "\w+"/g, '');
}

/** For both builds: the server has to draw the same. */
export function plainIcons(): Plugin {
  return {
    name: 'plain-icons',
    apply: 'build',
    transform: {
      filter: { id: [makerFile, iconFile] },
      handler: (code, id) => ({ code: makerFile.test(id) ? maker : drawingOnly(code), map: null }),
    },
  };
}
