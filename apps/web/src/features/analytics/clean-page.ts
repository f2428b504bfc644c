/** Pages whose addresses are secret or identify a person. */
const privatePages = /^\/(receipt|class|feedback|certificate|waitlist|checkout\/pay)(?:\/.*)?$/;
const campaign = /^(?:utm_(?:source|medium|campaign|term|content|id)|gclid|fbclid)$/;
const maxLength = 100;

const isPlain = (value: string) => value.length <= maxLength && !value.includes('@');

/** @returns path and query for other services, without tokens; only campaign parameters are kept */
export function cleanPage({ pathname, searchParams }: URL): { address: string; isPrivate: boolean } {
  const query = new URLSearchParams(
    [...searchParams].filter(([name, value]) => campaign.test(name) && isPlain(value)),
  ).toString();
  return {
    address: pathname.replace(privatePages, '/$1') + (query && `?${query}`),
    isPrivate: privatePages.test(pathname),
  };
}
