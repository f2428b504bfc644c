import type { Heads } from '../../routing/head.ts';

export const trainingHeads: Heads = {
  // The canonical addresses omit the path, because the secret in it, or the number, gives access to the page.
  '/class/:token': () => ({
    title: 'Class list',
    description: 'The list of a class, for its trainer.',
    canonical: '/',
  }),
  '/feedback/:token': () => ({
    title: 'How was your class?',
    description: 'Three questions about a class.',
    canonical: '/',
  }),
  '/certificate/:number': () => ({
    title: 'Certificate of attendance',
    description: 'Verifies a certificate of attendance by its number.',
    canonical: '/',
  }),
};
