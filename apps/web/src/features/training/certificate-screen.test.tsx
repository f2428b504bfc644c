import type { CertificateData } from '@meridian/contracts/training/certificate';
import { expect, it } from 'vitest';
import { render } from '../../entry.server.tsx';
import { readFrom } from '../../testing/site.tsx';

const number = 'K7M3PXQ2AB';
const valid: CertificateData = {
  state: 'valid',
  number,
  name: 'Ravi Menon',
  course_name: 'Leading SAFe',
  days: ['2026-12-05', '2026-12-06'],
  minutes: 510,
  pdus: null,
  seus: null,
  issued_at: '2026-12-06T12:00:00.000Z',
  provider: 'Example Training Private Limited',
};

/** @returns the page without scripts, as text */
async function pageOf(data: CertificateData | undefined) {
  const page = await render(`/certificate/${number}`, {
    read: readFrom({}),
    sales: { isOpen: true, since: '' },
    publicUrl: 'https://academy.example',
    readCertificate: async () => data,
  });
  expect(page).toMatchObject({ cache: 'private', noindex: true });
  const document = new DOMParser().parseFromString(page.html, 'text/html');
  return { main: document.querySelector('main')?.textContent ?? '', document };
}

it('shows that a certificate is valid, with its holder and the class attended', async () => {
  const { main, document } = await pageOf(valid);
  for (const text of ['is valid', 'Ravi Menon', 'attended Leading SAFe', '8.5 hours', number])
    expect(main).toContain(text);
  expect(main).toContain('Sat 5 Dec 2026, Sun 6 Dec 2026');
  expect(document.querySelector('a[download]')?.getAttribute('href')).toBe(`/api/certificates/${number}.pdf`);
});

it('shows PDUs and SEUs if the course has them', async () => {
  expect((await pageOf({ ...valid, pdus: 1, seus: 14.5 })).main).toContain('1 PDU and 14.5 SEUs');
  expect((await pageOf(valid)).main).not.toMatch(/PDU|SEU|Credits/);
});

it('shows a revoked certificate without the name, and an error for an unknown number', async () => {
  const revoked = await pageOf({ state: 'revoked', number, revoked_at: '2026-12-07T12:00:00.000Z' });
  expect(revoked.main).toContain(`Certificate ${number} was revoked on Mon 7 Dec 2026`);
  const unknown = await pageOf(undefined);
  expect(unknown.main).toContain('Certificate not found.');
});
