/**
 * Headings, paragraphs and links. They are functions instead of JSX, because Node runs the sources directly
 * and cannot read JSX.
 */
import { createElement as h, type ReactNode } from 'react';
import { linesOf } from '../safe-text.ts';
import { light } from './colours.ts';

export const fonts = "Figtree, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

export function heading(text: string) {
  const style = { margin: '0 0 16px', fontSize: 26, lineHeight: '32px', fontWeight: 700, color: light.ink };
  return h('h1', { className: 'ink', style }, text);
}

export function subheading(text: string) {
  const style = { margin: '28px 0 8px', fontSize: 18, lineHeight: '26px', fontWeight: 700, color: light.ink };
  return h('h2', { className: 'ink', style }, text);
}

export function paragraph(...content: ReactNode[]) {
  const style = { margin: '0 0 16px', fontSize: 16, lineHeight: '26px', color: light.ink };
  return h('p', { className: 'ink', style }, ...content);
}

/** A paragraph in small print. */
export function note(...content: ReactNode[]) {
  const style = { margin: '0 0 12px', fontSize: 14, lineHeight: '22px', color: light.soft };
  return h('p', { className: 'soft', style }, ...content);
}

export function link(text: string, href: string) {
  const style = { color: light.link, textDecoration: 'underline', wordBreak: 'break-word' } as const;
  return h('a', { className: 'link', href, style }, text);
}

const address = /(https:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/;

/**
 * Returns a link followed by its host as text, because a long URL, a user name or look-alike letters could
 * hide the host.
 */
function linkWithHost(text: string): ReactNode[] {
  const url = URL.parse(text);
  return url ? [link(text, text), ` (${url.hostname})`] : [text];
}

/** Turns the `https` URLs of a line into links. */
function withLinks(line: string): ReactNode[] {
  return line.split(address).flatMap((part, index) => (index % 2 === 1 ? linkWithHost(part) : [part]));
}

/** Text with line breaks, as an operator or the upstream wrote it. */
export function writtenText(text: string) {
  const style = { margin: '0 0 16px', fontSize: 16, lineHeight: '26px', wordBreak: 'break-word' } as const;
  const lines = linesOf(text).flatMap((line, index) => [index > 0 && h('br'), ...withLinks(line)]);
  return h('p', { className: 'ink', style: { ...style, color: light.ink } }, ...lines);
}
