import type { ComponentSamples } from '../sample.ts';
import { buttonSamples } from './buttons.tsx';
import { contentSamples } from './content.tsx';
import { disclosureSamples } from './disclosure.tsx';
import { feedbackSamples } from './feedback.tsx';
import { fieldSamples } from './fields.tsx';
import { overlaySamples } from './overlays.tsx';

export const allSamples: readonly ComponentSamples[] = [
  buttonSamples,
  ...fieldSamples,
  ...feedbackSamples,
  ...disclosureSamples,
  ...overlaySamples,
  ...contentSamples,
];
