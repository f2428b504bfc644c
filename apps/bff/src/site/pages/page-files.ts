import { entrySource, type Manifest } from './web-bundle.ts';

/** URLs of the files that a page needs. */
export interface PageFiles {
  styles: string[];
  /** Modules in order: each after its imports. */
  modules: string[];
  fonts: string[];
}

/** Fonts of the text above the fold. */
const firstFonts = /\/(?:figtree|bricolage-grotesque)\.woff2$/;

/**
 * Finds a page's files in the manifest of the web app's build.
 * @param sources source files of the page, from `RenderedPage.modules`
 */
export function pageFiles(manifest: Manifest, sources: readonly string[]): PageFiles {
  const seen = new Set<string>();
  const chunks: Manifest[string][] = [];
  const visit = (source: string) => {
    const chunk = manifest[source];
    if (!chunk || seen.has(source)) return;
    seen.add(source);
    for (const imported of chunk.imports) visit(imported);
    chunks.push(chunk);
  };
  for (const source of [entrySource, ...sources]) visit(source);

  const address = (file: string) => `/${file}`;
  return {
    styles: [...new Set(chunks.flatMap(({ css }) => css))].map(address),
    modules: chunks
      .map(({ file }) => file)
      .filter((file) => file.endsWith('.js'))
      .map(address),
    fonts: Object.entries(manifest)
      .filter(([source]) => firstFonts.test(source))
      .map(([, { file }]) => address(file)),
  };
}

/** Value of the `Link` header: files that the browser can fetch before it parses the document. */
export function preloadHeader({ fonts }: PageFiles): string {
  return fonts.map((href) => `<${href}>; rel=preload; as=font; type="font/woff2"; crossorigin`).join(', ');
}
