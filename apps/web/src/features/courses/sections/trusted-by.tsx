import { LogoRow } from '@meridian/ui/logo-row';
import { api } from '../../../api/api.ts';

/** Logos of customers, as on the home page. */
export function TrustedBy() {
  const { data } = api.endpoints.home.useQuery({});
  return data ? <LogoRow title="Trusted By" logos={data.trusted_by} /> : null;
}
