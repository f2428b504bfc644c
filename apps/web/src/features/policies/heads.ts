import type { Heads } from '../../routing/head.ts';
import { policies } from './policies.ts';

export const policyHeads: Heads = Object.fromEntries(
  Object.values(policies).map(({ path, title, description }) => [
    path,
    () => ({ title, description, canonical: path }),
  ]),
);
