/** The fonts of documents: the built-in PDF fonts have neither ₹ nor Devanagari. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The build copies the fonts beside the bundle; when run from source they are read from their package. */
function fileOf(weight: '400Regular' | '700Bold'): string {
  const name = `NotoSans_${weight}.ttf`;
  const beside = resolve(import.meta.dirname, 'fonts', name);
  if (existsSync(beside)) return beside;
  return fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans/${weight}/${name}`));
}

export function documentFonts(): { regular: string; bold: string } {
  return { regular: fileOf('400Regular'), bold: fileOf('700Bold') };
}
