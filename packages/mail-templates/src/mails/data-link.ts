import type { DataLink } from '../mail-data.ts';
import { button } from '../parts/button.ts';
import { heading, note, paragraph } from '../parts/text.ts';
import type { Template } from '../template.ts';
import { momentInWords } from '../words.ts';

const words = {
  access: {
    title: 'What we hold about you',
    sentence: 'With this link you see which details of this address we hold.',
    action: 'See my data',
  },
  erasure: {
    title: 'Erase your data',
    sentence: 'With this link you see what we hold of this address, and ask us to erase it.',
    action: 'Go on to the erasure',
  },
} as const;

export function dataLink({ request, url, expiresAt }: DataLink): Template {
  const { title, sentence, action } = words[request];
  return {
    subject: title,
    preheader: 'The link works for 15 minutes.',
    body: [
      heading(title),
      paragraph(sentence),
      paragraph(`It works until ${momentInWords(expiresAt)}.`),
      button(action, url),
      note('If it was not you who asked, leave it: nothing happens by itself. Do not pass the link on.'),
    ],
    reason: 'You get this mail because this address was entered on our page for your data.',
  };
}
