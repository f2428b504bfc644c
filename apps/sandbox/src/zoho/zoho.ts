import type { FastifyInstance } from 'fastify';
import type { Settings } from '../env.ts';
import { applyFaults, type Faults } from '../faults.ts';
import { requireToken } from './authorisation.ts';
import { answerError } from './errors.ts';
import { crmFaultProfile, tokenFaultProfile } from './fault-profile.ts';
import { fieldRoutes } from './field-routes.ts';
import { leadRoutes } from './lead-routes.ts';
import { createLeads } from './leads.ts';
import { limitLoad } from './load.ts';
import { tokenRoutes } from './token-routes.ts';
import { createTokens } from './tokens.ts';

export type Zoho = ReturnType<typeof createZoho>;

/** Zoho stand-in: accounts server and CRM Leads module. */
export function createZoho(settings: Settings, faults: Faults) {
  const tokens = createTokens(settings);
  const leads = createLeads(settings.zohoLeadIdField);

  return {
    leads,
    tokensIssued: tokens.issued,
    reset(): void {
      tokens.clear();
      leads.clear();
    },
    tokenRoutes: async (scope: FastifyInstance): Promise<void> => {
      scope.setErrorHandler(answerError);
      applyFaults(scope, faults, 'zoho', tokenFaultProfile);
      tokenRoutes(scope, tokens);
    },
    crmRoutes: async (scope: FastifyInstance): Promise<void> => {
      scope.setErrorHandler(answerError);
      scope.addHook('onRequest', requireToken(tokens));
      limitLoad(scope, settings);
      applyFaults(scope, faults, 'zoho', crmFaultProfile(tokens));
      fieldRoutes(scope, settings.zohoLeadIdField);
      leadRoutes(scope, leads, settings.zohoLeadIdField);
    },
  };
}
