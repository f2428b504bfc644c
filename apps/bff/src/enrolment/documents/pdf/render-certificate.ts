/** Renders a certificate of attendance as a tagged PDF of one A4 page. Runs in the worker thread. */
import { margin, openPage, pdfColours, qrCodeSize } from './pdf-page.ts';

export interface CertificateContent {
  provider: string;
  name: string;
  course: string;
  /** The dates of the course, in one line. */
  held: string;
  /** The credits of the course, in one line; empty if it has none. */
  credits: string;
  number: string;
  issued: string;
  /** URL of the page that verifies the number. */
  verifyUrl: string;
}

/**
 * Maximum length, in characters, of a name in the large font. Longer names of people and courses get a
 * smaller font, so that they fit in one or two lines.
 */
const maxLarge = 40;
const footerY = 420;

/** @returns the bytes of the PDF */
export async function renderCertificate(content: CertificateContent, issuedAt: Date): Promise<Buffer> {
  const { provider, name, course, held, credits, number, issued, verifyUrl } = content;
  const title = 'Certificate of attendance';
  const { page, end } = openPage({
    title: `${title} ${number}`,
    author: provider,
    at: issuedAt,
    layout: 'landscape',
  });
  page.text('P', provider, { size: 13, bold: true, colour: pdfColours().brand });
  page.y += 14;
  page.text('H1', title, { size: 30, bold: true });
  page.y += 8;
  page.rule();
  page.y += 18;
  page.text('P', 'This certifies that', { size: 12, colour: pdfColours().muted });
  page.y += 4;
  page.text('P', name, { size: name.length > maxLarge ? 18 : 28, bold: true });
  page.y += 10;
  page.text('P', 'attended', { size: 12, colour: pdfColours().muted });
  page.y += 4;
  page.text('P', course, { size: course.length > maxLarge ? 16 : 20, bold: true });
  page.y += 8;
  page.text('P', held, { size: 12 });
  if (credits) {
    page.y += 4;
    page.text('P', credits, { size: 12, bold: true });
  }
  page.y = Math.max(page.y + 12, footerY);
  page.rule();
  const top = page.y + 4;
  page.qrCode(verifyUrl, 'QR code with the link that verifies this certificate', top);
  page.y = top;
  const beside = { x: margin + qrCodeSize + 20, width: 560 };
  page.text('P', `Certificate number ${number}`, { ...beside, size: 12, bold: true });
  page.y += 4;
  page.text('P', `Issued by ${provider} on ${issued}`, beside);
  page.y += 4;
  page.text('P', `Anyone can verify it at ${verifyUrl}`, beside);
  return end();
}
