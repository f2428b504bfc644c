/** The instance that this process serves: everything on the site that differs between training providers. */
import type { z } from 'zod';
import type { siteFile, themeFile } from './site-file.ts';

/** Removes `source`, which is only for the training provider. */
type WithoutSource<Value> = Value extends readonly (infer Item)[]
  ? readonly WithoutSource<Item>[]
  : Value extends object
    ? { readonly [Key in Exclude<keyof Value, 'source'>]: WithoutSource<Value[Key]> }
    : Value;

export type Site = WithoutSource<z.output<typeof siteFile>>;

/**
 * Instance data for pages, emails and documents. It must be JSON, because each page contains it for the
 * browser.
 */
export interface Instance extends Site {
  readonly theme: z.output<typeof themeFile>;
  /** URL of the logo, a square SVG. If it is undefined, only the name is shown. */
  readonly logo?: string | undefined;
  /** URL of the SVG on the banner of the home page. */
  readonly banner?: string | undefined;
  /** URL of the preview image for social networks, for pages without their own. */
  readonly socialImage: string;
}

let current: Instance | undefined;

/** Sets the instance of this process. Called at the start, and when another instance is applied. */
export function setInstance(instance: Instance): void {
  current = instance;
}

/** @throws Error before `setInstance`. Call it in functions, never while a module loads */
export function instance(): Instance {
  if (!current) throw new Error('The instance is not set');
  return current;
}

/** `tel:` URL of a phone number. */
export const phoneHref = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;
