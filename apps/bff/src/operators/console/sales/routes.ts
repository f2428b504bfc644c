import { type SalesPage, salesPage } from '@meridian/contracts/operators/console/sales';
import { readTermsVersions } from '../../../enrolment/orders/terms-versions.ts';
import { readSales } from '../../../enrolment/seats/sales.ts';
import { toSalesState } from '../../actions/installation/sales.ts';
import { toTermsRow } from '../../actions/installation/terms.ts';
import { route } from '../server/route.ts';

export const salesRoutes = [
  route({
    method: 'GET',
    path: '/sales',
    access: 'viewer',
    answer: salesPage,
    async handle({ deps: { database, missingSetupSteps } }): Promise<SalesPage> {
      const [sales, versions] = await Promise.all([readSales(database), readTermsVersions(database)]);
      return {
        sales: toSalesState(sales),
        missing: sales.isOpen ? [] : await missingSetupSteps(),
        terms: versions.map(toTermsRow),
      };
    },
  }),
];
