/** The visitor's choice, in this browser. */
const key = 'analytics-choice';

/** `refused`, or the services that the visitor accepted. */
export type Choice = 'refused' | readonly string[];

/** @returns undefined where none was made for all of these services */
export function readChoice(services: readonly string[]): Choice | undefined {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(key);
  } catch {
    // Storage is blocked: the visitor is asked on each page.
  }
  if (stored === null || stored === 'refused') return stored ?? undefined;
  const accepted = stored.split(' ');
  return services.every((service) => accepted.includes(service)) ? accepted : undefined;
}

export function storeChoice(choice: Choice): void {
  try {
    localStorage.setItem(key, typeof choice === 'string' ? choice : choice.join(' '));
  } catch {
    // It holds for this page.
  }
}

/** Deletes the cookies of the services, on this host and the domains above it. */
export function deleteCookies(): void {
  const labels = location.hostname.split('.');
  const domains = ['', ...labels.map((_label, at) => `; domain=${labels.slice(at).join('.')}`)];
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=');
    if (!/^_(?:ga|gid|gcl|fb)/.test(name)) continue;
    // biome-ignore lint/suspicious/noDocumentCookie: no browser has the Cookie Store API alone
    for (const domain of domains) document.cookie = `${name}=; max-age=0; path=/${domain}`;
  }
}
