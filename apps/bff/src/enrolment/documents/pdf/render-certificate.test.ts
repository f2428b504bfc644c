import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { renderCertificate } from './render-certificate.ts';

const content = {
  provider: 'Kaveri Skills LLP',
  name: 'Asha Nair',
  course: 'Leading SAFe',
  held: 'Sat 5 Dec 2026 and Sun 6 Dec 2026, 8 hours of class',
  credits: '13.5 PDUs and 16 SEUs',
  number: 'K7M3PXQ2AB',
  issued: '6 Dec 2026',
  verifyUrl: 'https://academy.example/certificate/K7M3PXQ2AB',
};
const issuedAt = new Date('2026-12-06T12:00:00Z');

async function read(changes: Partial<typeof content> = {}) {
  const bytes = await renderCertificate({ ...content, ...changes }, issuedAt);
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), {
    mergePages: true,
  });
  return { text: text.replace(/\s+/g, ' '), totalPages };
}

it('contains all data of the certificate', async () => {
  const { text } = await read();
  for (const part of Object.values(content)) expect(text).toContain(part);
});

it('fits on one page even with the longest name and course', async () => {
  const { totalPages } = await read({ name: 'Subrahmanyam '.repeat(12), course: 'Leading SAFe '.repeat(15) });
  expect(totalPages).toBe(1);
});
