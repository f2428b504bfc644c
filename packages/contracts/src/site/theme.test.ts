import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, contrastFaults, paletteOf, themeStyle } from './theme.ts';

const own = { ink: '#17233b', brand: '#0f6b5c', accent: '#e8a33d', alert: '#d9603b', paper: '#fbf8f2' };
const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);
const accepted = fc
  .record({ ink: colour, brand: colour, accent: colour, alert: colour, paper: colour })
  .filter((colours) => contrastFaults(colours).length === 0);

describe('the colours of a brand', () => {
  it('are compared by the contrast ratio of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  it('are refused with the pair whose contrast is too low', () => {
    expect(contrastFaults(own)).toEqual([]);
    expect(contrastFaults({ ...own, brand: '#7ad9c6' })).toEqual([
      'brand on white has a contrast of 1.6, and needs 4.5',
    ]);
    expect(contrastFaults({ ...own, paper: '#222222' })).toEqual([
      expect.stringContaining('ink on paper has a contrast of'),
    ]);
  });

  it('give readable text in both schemes, for any accepted brand', () => {
    fc.assert(
      fc.property(accepted, (colours) => {
        const { light, dark, darkBackground } = paletteOf(colours);
        const pairs = [
          [light['ink-soft'], light.sand],
          [light['brand-strong'], light['brand-soft']],
          [light['accent-strong'], light['accent-soft']],
          [light['alert-strong'], light['alert-soft']],
          [dark.ink, dark.sand],
          [dark['ink-soft'], dark.surface],
          [dark.brand, dark.surface],
          [dark['brand-strong'], dark['brand-soft']],
          [dark['alert-strong'], dark['alert-soft']],
          ['#ffffff', darkBackground.brand],
        ] as const;
        for (const [one, other] of pairs) expect(contrast(one, other)).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 50 },
    );
  });

  it('replace those of the build in both schemes, but not in print', () => {
    const style = themeStyle({ ...own, brand: '#5b2a86' });
    expect(style).toMatch(/^@media screen\{:root\{--color-ink:#17233b;/);
    expect(style).toContain('--background-color-brand:#5b2a86;');
    expect(style).toContain('--fill-brand:#5b2a86;');
  });
});
