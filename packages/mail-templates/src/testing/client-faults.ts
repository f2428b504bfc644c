/**
 * Checks for markup that email programs drop or show wrongly, according to caniemail.com. For example,
 * Outlook for Windows renders with Word, and Gmail clips long emails.
 */
import { Parser } from 'htmlparser2';

const forbiddenElements = new Set([
  'script',
  'link',
  'iframe',
  'object',
  'embed',
  'video',
  'audio',
  'canvas',
  'svg',
  'base',
  'form',
  'input',
  'button',
  'select',
  'textarea',
  'details',
  'dialog',
]);
/** Styles that are forbidden inline and in the style sheet. */
const forbiddenStyles: readonly [string, RegExp][] = [
  ['flex or grid', /display\s*:\s*(?:inline-)?(?:flex|grid)/i],
  ['a position', /(?:^|[;{\s])position\s*:/i],
  ['a float', /(?:^|[;{\s])float\s*:/i],
  ['an address', /url\(|@import|@font-face/i],
  ['variables or sums', /var\(|calc\(|clamp\(/i],
  ['a transform', /transform\s*:|animation|transition/i],
  ['logical sizes', /(?:margin|padding|border)-(?:inline|block)/i],
  ['a negative margin', /margin[^;]*:\s*-/i],
  ['units of the root', /\d(?:rem|vw|vh)\b/i],
];
const allowedHref = /^(?:https?:|mailto:|tel:)/;
/** Gmail clips an email that is larger than this. */
const clippedBytes = 102 * 1024;

function styleFaults(style: string, where: string): string[] {
  return forbiddenStyles
    .filter(([, pattern]) => pattern.test(style))
    .map(([name]) => `${where}: ${name} in a style`);
}

function elementFaults(name: string, attributes: Record<string, string>): string[] {
  const faults = styleFaults(attributes.style ?? '', name);
  if (forbiddenElements.has(name)) faults.push(`<${name}>`);
  for (const attribute of Object.keys(attributes))
    if (/^on/i.test(attribute) || attribute === 'srcset') faults.push(`${name} has ${attribute}`);
  if (name === 'img')
    for (const needed of ['alt', 'width', 'height'])
      if (attributes[needed] === undefined) faults.push(`img without ${needed}`);
  if (name === 'a' && !allowedHref.test(attributes.href ?? '')) faults.push(`link to ${attributes.href}`);
  if (name === 'table' && attributes.role !== 'presentation' && !attributes['aria-label'])
    faults.push('a table for the layout without its role');
  if (attributes.src !== undefined || attributes.background !== undefined)
    faults.push(`${name} loads something`);
  return faults;
}

/** @returns the faults in the HTML of an email */
export function clientFaults(html: string): string[] {
  const faults: string[] = [];
  if (Buffer.byteLength(html) > clippedBytes) faults.push('longer than Gmail shows');
  let inSheet = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      faults.push(...elementFaults(name, attributes));
      inSheet = name === 'style';
    },
    ontext(text) {
      if (inSheet) faults.push(...styleFaults(text, 'sheet'));
    },
    onclosetag() {
      inSheet = false;
    },
  });
  parser.end(html);
  return faults;
}
