/** The instance that this process serves: everything of the site that differs between providers. */
import type { z } from 'zod';
import type { siteFile, themeFile } from './site-file.ts';

/** Without sources, which are for the provider alone. */
type WithoutSource<Value> = Value extends readonly (infer Item)[]
  ? readonly WithoutSource<Item>[]
  : Value extends object
    ? { readonly [Key in Exclude<keyof Value, 'source'>]: WithoutSource<Value[Key]> }
    : Value;

export type Site = WithoutSource<z.output<typeof siteFile>>;

/** What pages, emails and documents read. JSON, since each page carries it to the browser. */
export interface Instance extends Site {
  readonly theme: z.output<typeof themeFile>;
  /** Address of the logo, a square drawing; undefined: the name alone. */
  readonly logo?: string | undefined;
  /** Address of the drawing on the home page's banner. */
  readonly banner?: string | undefined;
  /** Address of the preview image in social networks, of pages without their own. */
  readonly socialImage: string;
}

let current: Instance | undefined;

/** Sets the instance of this process, at its start and when another one is applied. */
export function setInstance(instance: Instance): void {
  current = instance;
}

/** @throws Error before `setInstance`: read it in functions, never while a module loads */
export function instance(): Instance {
  if (!current) throw new Error('The instance is not set');
  return current;
}

/** `tel:` address of a phone number. */
export const phoneHref = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;
