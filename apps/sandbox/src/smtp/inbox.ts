/** The newest emails as a section of the root page, and a page for each email. */
import { simpleParser } from 'mailparser';
import { escapeHtml, page } from '../page/html.ts';
import type { StoredMail } from './mail-store.ts';
import type { Smtp } from './smtp.ts';

const maxShown = 50;

/** @param time formats a timestamp */
export async function inboxSection(smtp: Smtp, time: (timestamp: string) => string): Promise<string> {
  const all = smtp.store.all();
  const rows: string[] = [];
  for (const { id, to, receivedAt, raw } of all.slice(-maxShown).toReversed()) {
    const { subject } = await simpleParser(raw, { skipTextToHtml: true, skipHtmlToText: true });
    const link = `<a href="/mails/${id}">${escapeHtml(subject ?? 'without a subject')}</a>`;
    rows.push(`<tr><td>${escapeHtml(time(receivedAt))}</td><td>${escapeHtml(to)}</td><td>${link}</td></tr>`);
  }
  const head = '<thead><tr><th>Received</th><th>To</th><th>Subject</th></tr></thead>';
  const content =
    rows.length > 0 ? `<table>${head}<tbody>${rows.join('\n')}</tbody></table>` : '<p>None yet.</p>';
  return `<section><h2>Mails <small>${all.length}</small></h2><div class="scroll">${content}</div></section>`;
}

/**
 * Builds the page of an email. As in an email program, the HTML is in a frame without scripts and without the
 * page's styles.
 */
export async function mailPage({ id, from, to, raw }: StoredMail): Promise<string> {
  const { html, text, subject = '', attachments } = await simpleParser(raw, { skipTextToHtml: true });
  const files = attachments.map(
    ({ filename }, index) =>
      `<li><a href="/_sandbox/mails/${id}/attachments/${index}">${escapeHtml(filename ?? 'file')}</a></li>`,
  );
  const sections = [
    files.length > 0 ? `<h2>Attachments</h2><ul>${files.join('')}</ul>` : '',
    html ? `<iframe sandbox="allow-popups" title="The mail" srcdoc="${escapeHtml(html)}"></iframe>` : '',
    `<h2>Text</h2><pre>${escapeHtml(text)}</pre>`,
    '<p><a href="/">Back to the overview</a></p>',
  ];
  return page(subject, `From ${from} to ${to.join(', ')}`, sections, { refresh: false });
}
