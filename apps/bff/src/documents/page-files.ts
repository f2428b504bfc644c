import type { Manifest } from './web-bundle.ts';

/** The files that a page makes the browser load, as addresses. */
export interface PageFiles {
  entry: string;
  styles: string[];
  /** Modules beside the entry, which it would otherwise find one after the other. */
  modules: string[];
  fonts: string[];
}

/**
 * Fonts of the text that is seen first. The others hold a few signs only; the browser loads them where one occurs.
 */
const firstFonts = /\/(?:figtree|bricolage-grotesque)\.woff2$/;

/**
 * Finds a page's files in the manifest of the web app's build.
 * @param sources source files of the page, as `RenderedPage.modules` names them
 */
export function pageFiles(manifest: Manifest, sources: readonly string[]): PageFiles {
  const chunks = new Map<string, Manifest[string]>();
  const visit = (source: string) => {
    const chunk = manifest[source];
    if (!chunk || chunks.has(source)) return;
    chunks.set(source, chunk);
    for (const imported of chunk.imports) visit(imported);
  };
  const entrySource = Object.keys(manifest).find((source) => manifest[source]?.isEntry) ?? '';
  visit(entrySource);
  for (const source of sources) visit(source);

  const entry = chunks.get(entrySource)?.file ?? '';
  const address = (file: string) => `/${file}`;
  const found = [...chunks.values()];
  return {
    entry: address(entry),
    styles: [...new Set(found.flatMap(({ css }) => css))].map(address),
    modules: found
      .map(({ file }) => file)
      .filter((file) => file !== entry && file.endsWith('.js'))
      .map(address),
    fonts: Object.entries(manifest)
      .filter(([source]) => firstFonts.test(source))
      .map(([, { file }]) => address(file)),
  };
}

/** The `Link` header: what the browser can fetch before it has read the document. */
export function preloadHeader({ styles, fonts }: PageFiles): string {
  return [
    ...styles.map((href) => `<${href}>; rel=preload; as=style`),
    ...fonts.map((href) => `<${href}>; rel=preload; as=font; type="font/woff2"; crossorigin`),
  ].join(', ');
}
