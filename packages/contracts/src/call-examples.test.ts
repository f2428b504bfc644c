import { describe, expect, it } from 'vitest';
import { callExamples } from './call-examples.ts';
import { readSchemas } from './call-schemas.ts';
import { readCallNames } from './calls.ts';
import { bookingRequest } from './enrolment/orders.ts';
import { paiseOf, priceOf, rupeesOf } from './enrolment/pricing.ts';
import { submissionSchema, toSubmission, upstreamBody } from './leads/form-schemas.ts';
import { formNames } from './leads/forms.ts';

describe('the example of each call is a valid request with all fields', () => {
  it.each(readCallNames)('%s', (name) => {
    const parsed = readSchemas[name].request.parse(callExamples[name]);
    expect(Object.keys(parsed).sort()).toEqual(Object.keys(callExamples[name]).sort());
  });

  it.each(formNames)('%s', (name) => {
    const { values } = toSubmission(name, submissionSchema(name).parse(callExamples[name]));
    expect(Object.keys(upstreamBody(name, values)).sort()).toEqual(Object.keys(callExamples[name]).sort());
  });

  it('the booking example has amounts that follow the price rules', () => {
    expect(bookingRequest.safeParse(callExamples.booking).error).toBeUndefined();
    const { fee, number_of_course: seats, ...amounts } = callExamples.booking;
    const price = priceOf(paiseOf(Number(fee)), Number(seats));
    expect(amounts).toMatchObject({
      sub_total: rupeesOf(price.subTotalPaise),
      gst_total: rupeesOf(price.gstPaise),
      total_fee: rupeesOf(price.totalPaise),
    });
  });
});
