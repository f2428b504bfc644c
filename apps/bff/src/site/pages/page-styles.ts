/** The rules of the site's style sheet that a page uses, chosen by the words of its markup. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageWords } from '@meridian/contracts/pages/renderer';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

const pageRulesSchema = z.object({
  sheet: z.string(),
  rest: z.string(),
  head: z.string(),
  groups: z.array(
    z.object({
      open: z.string(),
      close: z.string(),
      rules: z.array(z.object({ text: z.string(), needs: z.array(z.array(z.string())) })),
    }),
  ),
});
/** The sheet as the web app's build describes it: each rule with the words that a page needs for it. */
export type PageRules = z.output<typeof pageRulesSchema>;

/** The text of a page's style element, and the source that allows it in the policy. */
export interface PageStyle {
  text: string;
  hash: string;
}

export interface PageStyles {
  /** Address of the sheet of which pages carry a part. */
  sheet: string;
  /** Address of all its rules, from which the browser adds those that the page does not carry. */
  rest: string;
  /** @param classes a class attribute besides those of the words */
  choose(words: PageWords, classes: string): PageStyle;
}

/** Pages of one kind use the same rules. */
const maxChoices = 64;
/** Class attributes of the site are a few hundred; content may bring others. */
const maxAttributes = 5_000;
const classStart = ' class="';
const typeStart = ' type="';

/** @returns undefined where the build has none, as in development: then pages carry the whole sheet */
export async function readPageRules(clientDir: string): Promise<PageRules | undefined> {
  try {
    return pageRulesSchema.parse(
      JSON.parse(await readFile(join(clientDir, '.vite/page-rules.json'), 'utf8')),
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function plainText(attribute: string): string {
  return attribute
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}

/** Calls back with the value of each attribute that begins like this. */
function eachValue(html: string, start: string, found: (value: string) => void): void {
  for (let at = html.indexOf(start); at >= 0; at = html.indexOf(start, at)) {
    at += start.length;
    const end = html.indexOf('"', at);
    found(html.slice(at, end));
  }
}

const slash = 47;

/** Calls back with each element's name. */
function eachElement(html: string, found: (name: string) => void): void {
  for (let at = html.indexOf('<') + 1; at > 0; at = html.indexOf('<', at) + 1) {
    if (html.charCodeAt(at) === slash) continue;
    let end = at;
    for (
      let code = html.charCodeAt(end);
      code >= 48 && code <= 122 && code !== 62;
      code = html.charCodeAt(end)
    )
      end += 1;
    if (end > at) found(html.slice(at, end));
  }
}

export function createPageStyles({ sheet, rest, head, groups }: PageRules): PageStyles {
  const ids = new Map<string, number>();
  const idOf = (word: string) => {
    const id = ids.get(word) ?? ids.size;
    ids.set(word, id);
    return id;
  };
  const numbered = groups.map(({ rules, ...group }) => ({
    ...group,
    rules: rules.map(({ text, needs }) => ({ text, needs: needs.map((words) => words.map(idOf)) })),
  }));
  const known = (words: string[]) => words.map((word) => ids.get(word)).filter((id) => id !== undefined);
  const idsOfAttributes = new Map<string, number[]>();
  const choices = new LRUCache<string, PageStyle>({ max: maxChoices });

  function classIds(attribute: string): number[] {
    const found = idsOfAttributes.get(attribute);
    if (found) return found;
    if (idsOfAttributes.size >= maxAttributes) idsOfAttributes.clear();
    const made = known(attribute.split(/\s+/).map((name) => `.${name}`));
    idsOfAttributes.set(attribute, made);
    return made;
  }

  function wordsPresent({ elements, classes, richTexts }: PageWords, others: string): Buffer {
    const present = Buffer.alloc(ids.size);
    const add = (word: string) => {
      const id = ids.get(word);
      if (id !== undefined) present[id] = 1;
    };
    const addClasses = (attribute: string) => {
      for (const id of classIds(attribute)) present[id] = 1;
    };
    elements.forEach(add);
    classes.forEach(addClasses);
    addClasses(others);
    for (const html of richTexts) {
      eachElement(html, add);
      eachValue(html, typeStart, (value) => add(`type=${value}`));
      eachValue(html, classStart, (value) => addClasses(plainText(value)));
    }
    return present;
  }

  function styleOf(present: Buffer): PageStyle {
    const lines = [head];
    for (const { open, close, rules } of numbered) {
      const used = rules.filter(({ needs }) => needs.some((words) => words.every((id) => present[id] === 1)));
      if (used.length > 0) lines.push(open, ...used.map(({ text }) => text), close);
    }
    const text = lines.join('\n');
    return { text, hash: `'sha256-${createHash('sha256').update(text).digest('base64')}'` };
  }

  return {
    sheet,
    rest,
    choose(words, classes) {
      const present = wordsPresent(words, classes);
      const key = present.toString('latin1');
      const style = choices.get(key) ?? styleOf(present);
      choices.set(key, style);
      return style;
    },
  };
}
