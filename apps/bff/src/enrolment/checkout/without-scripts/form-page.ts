/** The checkout's form as markup. It works without the page's scripts, and before they are loaded. */
import { addressFields, companyFields } from '@meridian/contracts/enrolment/billing';
import { checkoutFields } from '@meridian/contracts/enrolment/contact';
import type { PriceData } from '@meridian/contracts/enrolment/price';
import {
  addressFromPaise,
  formatRupees,
  gstPercent,
  maxSeats,
  paiseOf,
} from '@meridian/contracts/enrolment/pricing';
import { states } from '@meridian/contracts/enrolment/states';
import type { FieldErrors } from '@meridian/contracts/envelope';
import { formatDay, formatTime } from '@meridian/contracts/format-time';
import type { Field } from '@meridian/contracts/leads/fields';
import { instance, phoneHref } from '@meridian/contracts/site/instance';
import { type Html, html } from '../../../platform/http/html.ts';
import type { SoldBatch } from '../../orders/store/order-tables.ts';
import type { SentForm } from './sent-form.ts';

/** Fields of the selection, which the form sends as hidden fields. */
export const carried = ['course_id', 'course_schedule_id', 'number_of_course', 'coupon', 'offer'] as const;

export interface FormView {
  sent: SentForm;
  /** Undefined if the selection is not on sale. */
  offered: { batch: SoldBatch; price: PriceData } | undefined;
  /** True while sales are closed. */
  isClosed?: boolean;
  /** UUID of the next submission. */
  attempt: string;
  message?: string | undefined;
  errors?: FieldErrors | undefined;
}

const seatsText = (seats: number) => (seats === 1 ? '1 seat' : `${seats} seats`);

function input(field: Field, name: string, { sent, errors = {} }: FormView): Html {
  const id = `native-${name}`;
  const [fault] = errors[name] ?? [];
  return html`<p><label for="${id}">${field.label}${field.optional ? ' (optional)' : ''}</label>
<input id="${id}" name="${name}" type="${field.type === 'email' || field.type === 'tel' ? field.type : 'text'}"
 value="${sent.values[name]}" ${field.autocomplete && html`autocomplete="${field.autocomplete}"`} ${
   fault !== undefined && html`aria-invalid="true" aria-describedby="${id}-error"`
 }>${fault !== undefined && html`<span id="${id}-error" class="error">${fault}</span>`}</p>`;
}

function stateField({ sent, errors = {} }: FormView): Html {
  const [fault] = errors.state ?? [];
  return html`<p><label for="native-state">State</label>
<select id="native-state" name="state" autocomplete="address-level1" ${
    fault !== undefined && html`aria-invalid="true" aria-describedby="native-state-error"`
  }>
<option value="">Choose a state</option>
${states.map(({ code, name }) => html`<option value="${code}" ${sent.values.state === code && html`selected`}>${name}</option>`)}
</select>${fault !== undefined && html`<span id="native-state-error" class="error">${fault}</span>`}</p>`;
}

function billingFields(view: FormView, totalPaise: number): Html {
  const hasCompany = companyFields.some(({ name }) => view.sent.values[`company_${name}`]);
  return html`${stateField(view)}
${
  totalPaise >= addressFromPaise &&
  html`<fieldset><legend>Your address on the invoice</legend>
${addressFields.map((field) => input(field, `buyer_${field.name}`, view))}</fieldset>`
}
<details ${hasCompany && html`open`}><summary>I need a GST invoice for a company</summary>
${companyFields.map((field) => input(field, `company_${field.name}`, view))}</details>`;
}

function summary({ batch, price }: NonNullable<FormView['offered']>, seats: number): Html {
  const days = batch.end_date && batch.end_date !== batch.start_date;
  return html`<p><strong>${batch.course_name}</strong><br>
${formatDay(batch.start_date)}${days && ` to ${formatDay(batch.end_date)}`}, ${formatTime(batch.start_time)} IST<br>
${seatsText(seats)}: ${formatRupees(price.taxable)} + ${gstPercent}% GST${
    price.coupon && ` with ${price.coupon.code}`
  }<br>
<strong>${formatRupees(price.total_fee)} incl. GST</strong></p>`;
}

function hidden(sent: SentForm): Html[] {
  return carried.flatMap((name) =>
    sent.values[name] === undefined
      ? []
      : html`<input type="hidden" name="${name}" value="${sent.values[name]}">`,
  );
}

/** Renders contacts instead of the enquiry form, which needs scripts. */
function enquiry(): Html {
  const { email, phone } = instance().contact;
  return html`<p>Write to <a href="mailto:${email}">${email}</a> or call <a href="${phoneHref(phone)}">${phone}</a>.</p>`;
}

/**
 * @returns the markup of the form; without an offer the message and a link to other dates, and contacts if
 * sales are closed
 */
export function formPage(view: FormView): Html {
  const { sent, offered, attempt, message } = view;
  const seats = Number(sent.values.number_of_course);
  const schedule = html`<p><a href="/view-schedule/${Number(sent.values.course_id)}">Other dates of this course</a></p>`;
  const alert = message !== undefined && html`<p role="alert" class="alert">${message}</p>`;
  if (!offered) return html`${alert}${view.isClosed && enquiry()}${schedule}`;
  const totalPaise = paiseOf(offered.price.total_fee);
  return html`${alert}${summary(offered, seats)}
<form method="get" action="/checkout">
${hidden(sent).filter(({ text }) => !text.includes('name="number_of_course"'))}
<p><label for="native-seats">Seats</label>
<input id="native-seats" name="number_of_course" type="number" min="1" max="${maxSeats}" value="${seats}">
<button>Change seats</button></p></form>
${schedule}
<form method="post" action="/checkout" name="native-checkout" novalidate>
<input type="hidden" name="attempt" value="${attempt}">
<input type="hidden" name="expected_total" value="${totalPaise}">
${hidden(sent)}
${checkoutFields.map((field) => input(field, field.name, view))}
${offered.price.supplier_state !== undefined && billingFields(view, totalPaise)}
<p><label><input type="checkbox" name="attends" value="yes" ${
    (sent.isFirst ? seats === 1 : sent.values.attends === 'yes') && html`checked`
  }> I will attend</label></p>
<p><button class="pay">Pay ${formatRupees(offered.price.total_fee)}</button></p>
<p>The payment is made on Razorpay’s own page. Without scripts, that page accepts cards, net banking and wallets. UPI apps need scripts.</p>
<p>By paying you agree to our <a href="/terms-and-conditions">Terms and Conditions</a> and
<a href="/cancellation-and-refund-policy">Cancellation and Refund Policy</a>. We use your details as described in our
<a href="/privacy-policy">Privacy Policy</a>.</p>
</form>`;
}
