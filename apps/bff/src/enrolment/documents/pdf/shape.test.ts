import { describe, expect, it } from 'vitest';
import { fontFamilies, fontRuns } from '../../../platform/rendering/fonts.ts';
import { hasGlyphs, shapeText } from './shape.ts';

describe('glyphs of documents', () => {
  it.each([
    'Éva–O’Brien & Söhne',
    'Иван Ω',
    'आशा नायर',
    'চন্দ্রকান্ত',
    'કૃષ્ણ',
    'ਸ੍ਰੀ',
    'ಬೆಂಗಳೂರು',
    'സ്ത്രീ ക്‍ഷ',
    'ଶ୍ରୀ',
    'தமிழ்நாடு',
    'విశ్వవిద్యాలయం',
    'Asha தமிழ், 2nd line\nof it',
  ])('exist for every character of %s', (text) => {
    expect(hasGlyphs(text)).toBe(true);
  });

  it.each(['Asha 🚀', '李明', 'عائشة', 'Asha\u0007'])('do not exist for every character of %j', (text) => {
    expect(hasGlyphs(text)).toBe(false);
  });

  it('are of one script in each run of a text, and a mark stays with its letter', () => {
    expect(fontRuns('Sri ஸ்ரீ-நா आ')).toEqual([
      { family: 'Noto Sans', text: 'Sri ' },
      { family: 'Noto Sans Tamil', text: 'ஸ்ரீ' },
      { family: 'Noto Sans', text: '-' },
      { family: 'Noto Sans Tamil', text: 'நா' },
      { family: 'Noto Sans', text: ' ' },
      { family: 'Noto Sans', text: 'आ' },
    ]);
  });

  it.each(fontFamilies)('%s has the same letters in both weights', (family) => {
    const sample = 'अআઆਆಆആଆஆఆ₹A';
    const ids = (weight: '400Regular' | '700Bold') =>
      shapeText(family, weight, sample).map(({ id }) => id !== 0);
    expect(ids('700Bold')).toEqual(ids('400Regular'));
  });
});
