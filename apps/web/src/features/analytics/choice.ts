/** The visitor's choice, stored in this browser. */
const key = 'analytics-choice';

/** `refused`, or the services that the visitor accepted. */
export type Choice = 'refused' | readonly string[];

/** @returns undefined if the visitor has not refused, and has not accepted all of these services */
export function readChoice(services: readonly string[]): Choice | undefined {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(key);
  } catch {
    // Storage is blocked: the visitor is asked at each load of a document.
  }
  if (stored === null || stored === 'refused') return stored ?? undefined;
  const accepted = stored.split(' ');
  return services.every((service) => accepted.includes(service)) ? accepted : undefined;
}

export function storeChoice(choice: Choice): void {
  try {
    localStorage.setItem(key, typeof choice === 'string' ? choice : choice.join(' '));
  } catch {
    // Storage is blocked: the choice is valid until a reload, or until the site is left.
  }
}

/** Deletes the cookies of the services, for this host and its parent domains. */
export function deleteCookies(): void {
  const labels = location.hostname.split('.');
  const domains = ['', ...labels.map((_label, at) => `; domain=${labels.slice(at).join('.')}`)];
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=');
    if (!/^_(?:ga|gid|gcl|fb)/.test(name)) continue;
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    for (const domain of domains) document.cookie = `${name}=; max-age=0; path=/${domain}`;
  }
}
