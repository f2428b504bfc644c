/**
 * Redirects of old URLs: 301 on the server, `replace` in the browser. `:city` stands for one of the cities
 * below, `*` for the rest of the path.
 */

const cities = [
  'ahmedabad',
  'bangalore',
  'bengaluru',
  'bhubaneswar',
  'chandigarh',
  'chennai',
  'coimbatore',
  'delhi',
  'gurgaon',
  'gurugram',
  'hyderabad',
  'indore',
  'jaipur',
  'kochi',
  'kolkata',
  'lucknow',
  'mumbai',
  'mysore',
  'nagpur',
  'new-delhi',
  'noida',
  'online',
  'pune',
  'surat',
  'trivandrum',
  'vadodara',
  'visakhapatnam',
  'india',
] as const;

const pages = {
  safeAgilist: '/safe/safe-agilist-certification',
  safeAdvancedScrumMaster: '/safe/safe-advanced-scrum-master-certification',
  safePopm: '/safe/safe-popm-certification',
  safeScrumMaster: '/safe/safe-scrum-master-certification',
  releaseTrainEngineer: '/safe/safe-release-train-engineer-certification',
  kanbanSystemDesign: '/kanban/kanban-system-design-certification',
  kanbanManagement: '/kanban/kanban-management-professional-certification',
  certifiedScrumMaster: '/scrum/certified-scrum-master-certification',
  agileCoach: '/agile-management/icp-acc-agile-coach-certification',
} as const;

/** [from, to] */
export const redirects: readonly (readonly [from: string, to: string])[] = [
  // Former course pages per city.
  ['/leading-safe-training-:city', pages.safeAgilist],
  ['/safe-agilist-training-:city', pages.safeAgilist],
  ['/safe-agilist-certification-training-in-:city', pages.safeAgilist],
  ['/safe-advanced-scrum-master-training-:city', pages.safeAdvancedScrumMaster],
  ['/safe-advanced-scrum-master-certification-training-in-:city', pages.safeAdvancedScrumMaster],
  ['/safe-popm-training-:city', pages.safePopm],
  ['/safe-popm-certification-training-in-:city', pages.safePopm],
  ['/safe-scrum-master-training-:city', pages.safeScrumMaster],
  ['/safe-scrum-master-certification-training-in-:city', pages.safeScrumMaster],
  ['/safe-release-train-engineer-training-:city', pages.releaseTrainEngineer],
  ['/safe-rte-certification-training-in-:city', pages.releaseTrainEngineer],
  ['/kanban-system-design-training-:city', pages.kanbanSystemDesign],
  ['/kanban-management-professional-training-:city', pages.kanbanManagement],
  ['/certified-scrum-master-training-:city', pages.certifiedScrumMaster],
  ['/csm-certification-training-in-:city', pages.certifiedScrumMaster],
  ['/icp-acc-agile-coach-training-:city', pages.agileCoach],
  ['/agile-coach-certification-training-in-:city', pages.agileCoach],

  // Renamed courses.
  ['/courses/leading-safe', pages.safeAgilist],
  ['/courses/safe-agilist', pages.safeAgilist],
  ['/course/safe-agilist-certification-training', pages.safeAgilist],
  ['/safe/leading-safe', pages.safeAgilist],
  ['/courses/safe-advanced-scrum-master', pages.safeAdvancedScrumMaster],
  ['/course/safe-advanced-scrum-master-certification-training', pages.safeAdvancedScrumMaster],
  ['/courses/safe-popm', pages.safePopm],
  ['/courses/safe-product-owner-product-manager', pages.safePopm],
  ['/course/safe-popm-certification-training', pages.safePopm],
  ['/courses/safe-scrum-master', pages.safeScrumMaster],
  ['/course/safe-scrum-master-certification-training', pages.safeScrumMaster],
  ['/courses/safe-release-train-engineer', pages.releaseTrainEngineer],
  ['/course/safe-release-train-engineer-certification-training', pages.releaseTrainEngineer],
  ['/courses/kanban-system-design', pages.kanbanSystemDesign],
  ['/courses/kmp-1', pages.kanbanSystemDesign],
  ['/courses/kanban-management-professional', pages.kanbanManagement],
  ['/courses/kmp-2', pages.kanbanManagement],
  ['/courses/certified-scrum-master', pages.certifiedScrumMaster],
  ['/courses/csm', pages.certifiedScrumMaster],
  ['/course/certified-scrum-master-certification-training', pages.certifiedScrumMaster],
  ['/courses/icp-acc', pages.agileCoach],
  ['/courses/icp-agile-coach', pages.agileCoach],
  ['/course/icp-acc-agile-coach-certification-training', pages.agileCoach],

  // Removed pages.
  ['/shop', '/'],
  ['/shop/*', '/'],
  ['/cart', '/'],
  ['/my-account', '/'],
  ['/my-account/*', '/'],
  ['/trainer-login', '/'],
  ['/quiz', '/'],
  ['/quiz/*', '/'],
  ['/footer-builder', '/'],
  ['/footer-builder/*', '/'],
  ['/modal-popup', '/'],
  ['/copyright-policy', '/'],
  ['/free-e-books', '/'],
  ['/clients-voice', '/'],
  ['/about-the-founder', '/'],
  ['/courses', '/'],
];

function toPattern(from: string): RegExp {
  const source = from
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(':city', `(?:${cities.join('|')})`)
    .replace('*', '.+');
  return new RegExp(`^${source}/?$`, 'i');
}

const exact = new Map(redirects.filter(([from]) => !/[:*]/.test(from)));
const patterns = redirects
  .filter(([from]) => /[:*]/.test(from))
  .map(([from, to]) => [toPattern(from), to] as const);

/**
 * Looks up a redirect.
 * @param path without its query
 * @returns the new path, or undefined
 */
export function redirectOf(path: string): string | undefined {
  const plain = path.length > 1 ? path.toLowerCase().replace(/\/+$/, '') : path;
  return exact.get(plain) ?? patterns.find(([pattern]) => pattern.test(plain))?.[1];
}
