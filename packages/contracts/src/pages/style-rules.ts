/** A style sheet taken apart when the web app is built, so that a page can carry the rules that it uses. */

/** A rule, a statement, or a declaration of a custom property. */
export interface StyleRule {
  text: string;
  /**
   * For each of its selectors the elements (`h2`) and classes (`.flex`) without which it matches nothing; missing where
   * a rule always counts.
   */
  needs?: string[][];
  /** What it defines: a custom property or an animation. It counts where that is used. */
  defines?: string;
  /** Custom properties and animations that it uses. */
  uses?: string[];
}

/** Rules within braces of their own, such as a media query or a layer. */
export interface StyleGroup {
  /** With the opening brace. */
  open: string;
  rules: StyleNode[];
}

export type StyleNode = StyleRule | StyleGroup;

/** The rules of each style sheet of the build, by its file. */
export type StyleSheets = Record<string, StyleNode[]>;

/** File beside the build's manifest. */
export const styleRulesFile = '.vite/style-rules.json';
