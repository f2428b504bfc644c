/** What there is to say of a lead form. */
import type { z } from 'zod';
import type { Field } from './fields.ts';

export type CrmTrigger = 'workflow' | 'approval' | 'blueprint';

export interface Form {
  title: string;
  /** Text of the submit button. */
  action: string;
  fields: readonly Field[];
  /** What the page supplies and the upstream gets, in the names of the upstream's call. */
  context: Readonly<Record<string, z.ZodType>>;
  /** What the page supplies for the CRM alone. */
  crmContext?: Readonly<Record<string, z.ZodType>>;
  /** What the visitor sees after a success. */
  confirmation: 'toast' | 'thank-you';
  /** A download: a success may carry `data.file_url`. */
  download?: true;
  crm: {
    /** The name of the form in `POST /zoho/<form>`. */
    form: string;
    source: 'Direct' | 'Blog';
    /** The form stands on a course page, where `utm_source` in the address makes the source `Google Ads`. */
    onCoursePage?: true;
    trigger: readonly CrmTrigger[];
    /** `Form_Name` of the record. Forms that have one also carry Page_name, Social_Lead_ID and Course_Name1. */
    formName?: string;
    /** The context that holds the name for `Course_Name1` and `Page_name`. */
    courseName?: string;
  };
}
