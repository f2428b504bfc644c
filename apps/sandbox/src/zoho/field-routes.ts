/** The fields of the Leads module, as listed by `GET /settings/fields`. */
import type { FastifyInstance } from 'fastify';

interface Field {
  api_name: string;
  data_type: 'text' | 'email' | 'phone' | 'website' | 'picklist' | 'textarea' | 'boolean';
  length: number;
  unique: { casesensitive?: string };
  pick_list_values: { display_value: string; actual_value: string }[];
}

const field = (name: string, type: Field['data_type'], length: number, more: Partial<Field> = {}): Field => ({
  api_name: name,
  data_type: type,
  length,
  unique: {},
  pick_list_values: [],
  ...more,
});

const picked = (...values: string[]) => ({
  pick_list_values: values.map((value) => ({ display_value: value, actual_value: value })),
});

export function fieldRoutes(scope: FastifyInstance, uniqueField: string): void {
  scope.get('/settings/fields', async () => ({
    fields: [
      field('Company', 'text', 200),
      field('First_Name', 'text', 40),
      field('Last_Name', 'text', 80),
      field('Email', 'email', 100),
      field('Phone', 'phone', 30),
      field('Lead_Status', 'picklist', 120, picked('-None-', 'New', 'Contacted')),
      field('Lead_Source', 'picklist', 120, picked('-None-', 'Direct', 'Blog', 'Google Ads')),
      field('Page_URL', 'website', 450),
      field('Page_name', 'text', 255),
      field('Form_Name', 'text', 255),
      field('Social_Lead_ID', 'text', 255),
      field('Course_Name1', 'text', 255),
      field('Description', 'textarea', 32_000),
      field('Email_Opt_Out', 'boolean', 5),
      field(uniqueField, 'text', 255, { unique: { casesensitive: 'false' } }),
    ],
  }));
}
