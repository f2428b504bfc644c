import type { ComponentSamples } from '../sample.ts';
import { buttonSamples } from './buttons.tsx';
import { contentSamples } from './content.tsx';
import { disclosureSamples } from './disclosure.tsx';
import { feedbackSamples } from './feedback.tsx';
import { fieldSamples } from './fields.tsx';
import { overlaySamples } from './overlays.tsx';

/**
 * Samples of other packages. They are found by file name, because this package must not import from packages
 * that depend on it.
 */
const ofPackages = import.meta.glob<{ samples: readonly ComponentSamples[] }>(
  '../../../*/catalogue/samples.tsx',
  { eager: true },
);

export const allSamples: readonly ComponentSamples[] = [
  buttonSamples,
  ...fieldSamples,
  ...feedbackSamples,
  ...disclosureSamples,
  ...overlaySamples,
  ...contentSamples,
  ...Object.values(ofPackages).flatMap(({ samples }) => samples),
];
